package dev.registrar.resource.store.sql;

import static dev.registrar.gateway.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.filter.FilterOperator;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.TimeLimits;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL uses an index for every filter and sort key that the declarations mark as served by one. */
@ExtendWith(ServiceExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IndexPlanTest {
    private static final ResourceTypes COURSE_TYPES = CourseVerticle.SCHEMA.types();
    private static final ResourceTypes REGISTRATION_TYPES = RegistrationVerticle.SCHEMA.types();
    private static final ResourceType COURSES = COURSE_TYPES.named("courses").orElseThrow();
    private static final ResourceType TERMS = COURSE_TYPES.named("course_terms").orElseThrow();
    private static final ResourceType REGISTRATIONS =
            REGISTRATION_TYPES.named("registrations").orElseThrow();
    private static final Map<ResourceType, ResourceTypes> TYPES =
            Map.of(COURSES, COURSE_TYPES, TERMS, COURSE_TYPES, REGISTRATIONS, REGISTRATION_TYPES);

    private Vertx vertx;
    private Database database;

    /** Fills a separate database with so many rows that PostgreSQL prefers an index. */
    @BeforeAll
    void many_resources(Service service) throws SQLException {
        var name = unique("plans");
        execute(service.databaseUri(), "CREATE DATABASE " + name);
        var uri = service.databaseUri().replaceAll("/postgres$", "/" + name);
        var configuration = Service.configuration(uri);
        var settings = Settings.read(configuration, "database", DatabaseSettings.class);
        vertx = Vertx.vertx();
        Await.success(Migrations.run(vertx, settings, CourseVerticle.SCHEMA));
        Await.success(Migrations.run(vertx, settings, RegistrationVerticle.SCHEMA));
        execute(uri, """
                SET session_replication_role = replica;
                INSERT INTO course.courses
                SELECT gen_random_uuid(), n % 9, n % 7, n % 300, n, 'C' || n, 'Name ' || n, 'text', current_date - n,
                    current_date + n, 'user', current_date - n
                FROM generate_series(1, 5000) AS n;
                INSERT INTO course.course_terms
                SELECT gen_random_uuid(), 'T' || course_identifier, 0, true, effective_start_date, effective_end_date,
                    'user', last_mod_date, id
                FROM course.courses;
                INSERT INTO registration.registrations (uni, enrollment, course_id)
                SELECT 'u' || course_identifier, 'confirmed', id FROM course.courses;
                VACUUM""");
        execute(uri, "ANALYZE");
        database = Await.success(Database.open(
                vertx,
                settings,
                TimeLimits.in(configuration),
                "plans",
                1,
                Map.of("enable_seqscan", "off", "jit", "off")));
    }

    @AfterAll
    void close() {
        Await.success(vertx.close());
    }

    private static void execute(String databaseUri, String sql) throws SQLException {
        try (var session = Service.databaseSession(databaseUri);
                var statement = session.createStatement()) {
            for (var one : sql.split(";", -1)) {
                statement.execute(one);
            }
        }
    }

    private static ResourceQuery query(ResourceType type, String... namesAndValues) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (var index = 0; index < namesAndValues.length; index += 2) {
            parameters.put(namesAndValues[index], List.of(namesAndValues[index + 1]));
        }
        return new QueryReader(TYPES.get(type), type).ofCollection(parameters);
    }

    private String planOf(Statement statement) {
        var explain = new Statement("EXPLAIN " + statement.sql(), statement.arguments());
        var plan = new StringBuilder();
        Await.success(database.run(explain))
                .forEach(row -> plan.append(row.getString(0)).append('\n'));
        return plan.toString();
    }

    private String planOfPage(ResourceType type, ResourceQuery query) {
        return planOf(new PageSql(new SelectSql(TYPES.get(type)))
                .page(ShownFields.of(type, query.fields()), query, Optional.empty()));
    }

    /** The filters that an index serves according to the table in INDEXES.md. */
    static Stream<List<String>> filters() {
        return TYPES.keySet().stream()
                .flatMap(type -> type.attributes().stream()
                        .filter(Attribute::isFilterable)
                        .flatMap(attribute -> Stream.of(FilterOperator.values())
                                .filter(operator -> operator.appliesTo(attribute.kind()))
                                .filter(operator -> IndexTable.useOf(attribute, operator) != IndexUse.ALL_ROWS)
                                .filter(operator -> operator != FilterOperator.ISNULL || attribute.isNullable())
                                .map(operator -> List.of(
                                        type.name(),
                                        IndexTable.parameter(attribute, operator),
                                        valueFor(attribute, operator)))));
    }

    private static String valueFor(Attribute attribute, FilterOperator operator) {
        if (operator == FilterOperator.ISNULL) {
            return "true";
        }
        return attribute.kind() == AttributeKind.DATE ? "2024-09-03" : "C17";
    }

    @ParameterizedTest
    @MethodSource("filters")
    void a_filter_marked_as_indexed_uses_an_index(List<String> filter) {
        var type = TYPES.keySet().stream()
                .filter(candidate -> candidate.name().equals(filter.get(0)))
                .findFirst()
                .orElseThrow();
        var query = query(type, filter.get(1), filter.get(2));
        var count = planOf(PageSql.count(type, query, Optional.empty()));
        assertThat(count).contains("Index Cond: ").doesNotContain("Seq Scan").doesNotContain("Filter: ");
    }

    @Test
    void a_filter_by_ids_or_related_ids_uses_an_index() {
        var id = "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2";
        assertThat(planOfPage(COURSES, query(COURSES, "filter[id]", id))).contains("Index Cond: ");
        assertThat(planOfPage(TERMS, query(TERMS, "filter[course]", id))).contains("Index Cond: ");
        assertThat(planOfPage(REGISTRATIONS, query(REGISTRATIONS, "filter[courses]", id)))
                .contains("Index Cond: ");
        assertThat(planOfPage(COURSES, query(COURSES, "filter[course_terms.term_identifier]", "TC17", "sort", "-id")))
                .contains("Index Cond: ");
    }

    @Test
    void the_count_of_a_collection_without_filters_reads_none_of_its_resources() {
        for (var type : TYPES.keySet()) {
            var count = planOf(PageSql.count(type, ResourceQuery.PLAIN, Optional.empty()));
            assertThat(count).contains(" on resource_counts").doesNotContain(" on " + type.tableWithoutSchema());
        }
    }

    static Stream<List<String>> sortKeys() {
        return TYPES.keySet().stream()
                .flatMap(type -> type.attributes().stream()
                        .filter(Attribute::isIndexed)
                        .flatMap(attribute -> Stream.of("", "-")
                                .map(direction -> List.of(type.name(), direction + attribute.name()))));
    }

    @ParameterizedTest
    @MethodSource("sortKeys")
    void a_sort_key_marked_as_indexed_uses_the_order_of_an_index(List<String> sorted) {
        var type = TYPES.keySet().stream()
                .filter(candidate -> candidate.name().equals(sorted.get(0)))
                .findFirst()
                .orElseThrow();
        var plan = planOfPage(type, query(type, "sort", sorted.get(1), "page[after]", ""));
        assertThat(plan)
                .contains("Index Scan")
                .contains("_%s_idx".formatted(sorted.get(1).replace("-", "")))
                .doesNotContain("Sort");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "-id", "course_name", "-effective_start_date"})
    void a_page_far_from_the_first_reads_only_an_index_of_the_rows_before_or_after_it(String sort) {
        var plan = planOfPage(COURSES, query(COURSES, "sort", sort, "page[number]", "17"));
        assertThat(plan)
                .contains("Index Only Scan Backward using ")
                .contains("Index Only Scan using ")
                .contains("Index Cond: (id = ANY (")
                .doesNotContain("Seq Scan on courses");
    }

    @ParameterizedTest
    @CsvSource({
        "id, page[number], 1",
        "-course_name, page[number], 700",
        "course_description, page[number], 2",
        "id, page[after], ''",
        "-course_name, page[before], ''"
    })
    void a_search_uses_its_index_with_any_sort_order(String sort, String page, String position) {
        var query = query(COURSES, "filter[search]", "name logic", "sort", sort, page, position);
        assertThat(planOfPage(COURSES, query)).contains("Bitmap Index Scan on courses_search_idx");
        assertThat(planOfPage(TERMS, query(TERMS, "filter[search]", "tc")))
                .contains("Bitmap Index Scan on course_terms_search_idx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"course_identifier", "uni"})
    void a_case_insensitive_filter_by_identifier_uses_the_unique_index(String identifier) {
        var type = identifier.equals("uni") ? REGISTRATIONS : COURSES;
        var plan = planOfPage(type, query(type, "filter[%s.iexact]".formatted(identifier), "C17"));
        assertThat(plan).contains("_key").contains("Index Cond: ");
    }
}
