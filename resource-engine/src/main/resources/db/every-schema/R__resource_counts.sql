-- The number of resources of each type: the sum of these changes. The triggers generated from the declarations add one row for
-- each statement that creates or deletes resources, in its transaction. So the sum is exact in every snapshot, and writers never
-- wait for each other. The service regularly replaces many rows by their sum.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.resource_counts (
    type   text NOT NULL,
    change bigint NOT NULL
);
-- Every count reads the whole table, so the space of removed rows is made available again soon, however few rows it has.
ALTER TABLE ${flyway:defaultSchema}.resource_counts
    SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0, vacuum_truncate = off);

-- Trigger function; its argument is the type.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.count_resources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO ${flyway:defaultSchema}.resource_counts (type, change)
        SELECT TG_ARGV[0], count(*) FROM present HAVING count(*) > 0;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO ${flyway:defaultSchema}.resource_counts (type, change)
        SELECT TG_ARGV[0], -count(*) FROM former HAVING count(*) > 0;
    ELSIF current_setting('transaction_isolation') = 'read committed' THEN
        INSERT INTO ${flyway:defaultSchema}.resource_counts (type, change)
        SELECT TG_ARGV[0], -sum(change) FROM ${flyway:defaultSchema}.resource_counts WHERE type = TG_ARGV[0]
        HAVING sum(change) <> 0;
    ELSE
        -- TRUNCATE also removes rows that the snapshot of such a transaction does not contain.
        RAISE feature_not_supported USING MESSAGE = 'TRUNCATE requires the transaction isolation level READ COMMITTED';
    END IF;
    RETURN NULL;
END
$$;

-- Corrects the count of a type by counting the rows of its table, while other transactions cannot change the table.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.recount_resources(counted text, resources regclass) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', resources);
    EXECUTE format('
        INSERT INTO ${flyway:defaultSchema}.resource_counts (type, change)
        SELECT $1, actual.number - counted.number
        FROM (SELECT count(*) AS number FROM %s) actual,
            (SELECT coalesce(sum(change), 0) AS number FROM ${flyway:defaultSchema}.resource_counts WHERE type = $1) counted
        WHERE actual.number <> counted.number', resources)
    USING counted;
END
$$;
