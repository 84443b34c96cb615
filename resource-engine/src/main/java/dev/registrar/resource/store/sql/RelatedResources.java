package dev.registrar.resource.store.sql;

import dev.registrar.resource.query.Filter;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.Optional;
import java.util.UUID;

/**
 * The resources on the other side of one resource's relationship: those of a related URL.
 *
 * @param parent the type that has the relationship
 * @param id the resource that has it
 * @param visible the condition on that resource under which the caller may see it; empty if there is none
 */
public record RelatedResources(ResourceType parent, UUID id, Relationship relationship, Optional<Filter> visible) {

    /** Adds the condition that a row with this alias, of the target type, is a related resource. */
    void addTo(SqlText sql, String alias) {
        if (relationship instanceof ToMany toMany) {
            sql.add(alias + "." + toMany.foreignKey() + " = ").argument(id);
        } else if (relationship instanceof ToOne toOne) {
            sql.add(alias + ".id = (SELECT parent." + toOne.column() + " FROM " + parent.table())
                    .add(" parent WHERE parent.id = ")
                    .argument(id)
                    .add(")");
        }
        visible.ifPresent(filter -> {
            sql.add(" AND EXISTS (SELECT FROM " + parent.table() + " owned WHERE owned.id = ")
                    .argument(id)
                    .add(" AND ");
            new FilterSql(sql).add("owned", filter);
            sql.add(")");
        });
    }
}
