package dev.registrar.resource.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.events.AuditEvents;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.time.Deadline;
import dev.registrar.registration.RegistrationVerticle;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL uses an index for every filter and sort key that the declarations mark as served by one. */
@ExtendWith(ServiceExtension.class)
class IndexPlanTest {
    private static final ResourceTypes COURSE_TYPES = CourseVerticle.SCHEMA.types();
    private static final ResourceTypes REGISTRATION_TYPES = RegistrationVerticle.SCHEMA.types();
    private static final ResourceType COURSES = COURSE_TYPES.named("courses").orElseThrow();
    private static final ResourceType TERMS = COURSE_TYPES.named("course_terms").orElseThrow();
    private static final ResourceType REGISTRATIONS =
            REGISTRATION_TYPES.named("registrations").orElseThrow();
    private static final Map<ResourceType, ResourceTypes> TYPES =
            Map.of(COURSES, COURSE_TYPES, TERMS, COURSE_TYPES, REGISTRATIONS, REGISTRATION_TYPES);

    private static final Set<String> BY_INDEX = Set.of("Index Scan", "Index Only Scan", "Bitmap Heap Scan");

    @AutoClose
    private static ExplainingDatabase database;

    @BeforeAll
    static void many_resources(Service service) throws SQLException {
        database = ExplainingDatabase.on(service);
    }

    /** Reads a query such as {@code sort=id&page[number]=2}. */
    private static ResourceQuery query(ResourceType type, String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (var parameter : query.isEmpty() ? List.<String>of() : List.of(query.split("&", -1))) {
            var nameAndValue = parameter.split("=", 2);
            parameters.put(nameAndValue[0], List.of(nameAndValue[1]));
        }
        return new QueryReader(typesOf(type), type).ofCollection(parameters);
    }

    private static ResourceTypes typesOf(ResourceType type) {
        return TYPES.getOrDefault(type, AuditEvents.TYPES);
    }

    private static ResourceType type(String name) {
        return TYPES.keySet().stream()
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static PageSelection selection(ResourceType type, String query) {
        return PageSelection.of(type, query(type, query), Optional.empty());
    }

    private static IndexUse useOf(PageSelection selection) {
        return IndexUse.of(selection, ExplainingDatabase.STORED);
    }

    private static Statement page(PageSelection selection) {
        var fields = ShownFields.of(selection.type(), selection.query().fields());
        return new PageSql(new SelectSql(typesOf(selection.type()), type -> Optional.empty()))
                .page(fields, selection, useOf(selection));
    }

    private static String planOfPage(ResourceType type, String query) {
        return database.planOf(page(selection(type, query)));
    }

    private static void assertReadsByIndex(ResourceType type, String query) {
        var selection = selection(type, query);
        assertThat(useOf(selection)).as(query).isNotEqualTo(IndexUse.ALL_ROWS);
        assertThat(database.readsOf(page(selection))).as(query).isNotEmpty().isSubsetOf(BY_INDEX);
    }

    /** The filters that an index serves according to the table in docs/indexes.md. */
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
                                        attribute.name(),
                                        IndexTable.parameter(attribute, operator) + "="
                                                + valueFor(attribute, operator)))));
    }

    private static String valueFor(Attribute attribute, FilterOperator operator) {
        if (operator == FilterOperator.ISNULL) {
            return "true";
        }
        return switch (attribute.kind()) {
            case TEXT -> "C17";
            case INTEGER -> "17";
            case BOOLEAN -> "true";
            case DATE -> "2024-09-03";
            case TIME -> "2024-09-03T09:00:00Z";
            case UUID -> "0c5b3df5-f147-45e4-b8a4-904fb8aa18a2";
            case JSON -> throw new IllegalArgumentException("Nothing is filtered by JSON");
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sort=occurred_at",
                "filter[occurred_at.gte]=2026-01-01T00:00:00Z&filter[occurred_at.lt]=2026-02-01T00:00:00Z",
                "filter[resource_type]=t1",
                "filter[resource_id]=0c5b3df5-f147-45e4-b8a4-904fb8aa18a2",
                "filter[uni]=u17",
                "filter[uni.iexact]=U17",
                "filter[former_uni.iexact]=F17",
                "filter[caller_name]=c7",
                "filter[caller_name]=c7&filter[occurred_at.gte]=2026-01-01T00:00:00Z",
                "filter[request_id]=r17",
            })
    void a_page_of_audit_events_reads_only_its_own_part_of_an_index(String query) {
        assertReadsByIndex(AuditEvents.TYPE, query);
        assertThat(useOf(selection(AuditEvents.TYPE, query))).isIn(IndexUse.INDEX_ORDER, IndexUse.FEW_ROWS);
    }

    @ParameterizedTest
    @MethodSource("filters")
    void a_filter_marked_as_indexed_reads_no_other_rows_whatever_the_order_and_the_page(List<String> given) {
        var type = type(given.get(0));
        var sort = "&sort=" + given.get(1);
        for (var page : List.of("", "&page[number]=7", "&sort=-id&page[before]=", sort + "&page[after]=")) {
            assertReadsByIndex(type, given.get(2) + page);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter[course_number]=1,17,3&sort=suffix_two",
                "filter[course_number]=1&filter[last_mod_date]=2024-09-03&page[after]=",
                "filter[course_number]=1&filter[course_name.startswith]=Na,Me&sort=-course_name",
                "filter[last_mod_date]=2024-09-03&sort=-effective_start_date,course_name&page[number]=40",
                "filter[course_identifier]=C1,C2,C3&filter[suffix_two]=3&sort=-suffix_two",
                "filter[id]=0c5b3df5-f147-45e4-b8a4-904fb8aa18a2&page[before]=",
                "filter[course_terms.term_identifier]=TC17&sort=-id",
            })
    void a_combination_of_filters_does_not_scan_the_table_if_an_index_serves_one(String query) {
        var selection = selection(COURSES, query);
        assertThat(useOf(selection)).isNotEqualTo(IndexUse.ALL_ROWS);
        assertThat(database.readsOf(page(selection))).isNotEmpty().noneMatch(read -> read.startsWith("Seq Scan"));
    }

    @Test
    void related_resources_their_filters_and_those_of_one_person_are_found_by_an_index() {
        var id = UUID.fromString("0c5b3df5-f147-45e4-b8a4-904fb8aa18a2");
        assertReadsByIndex(TERMS, "filter[course]=" + id);
        assertReadsByIndex(REGISTRATIONS, "filter[courses]=" + id);
        assertReadsByIndex(REGISTRATIONS, "filter[course_term]=" + id + "&sort=requested_at");
        var terms = new PageSelection.RelatedResources(
                COURSES, id, COURSES.relationship("course_terms").orElseThrow(), Optional.empty());
        var relatedTerms = PageSelection.of(TERMS, query(TERMS, "sort=-audit_permitted_code"), Optional.of(terms));
        assertThat(database.readsOf(page(relatedTerms))).isSubsetOf(BY_INDEX);
        var caller = new Caller("", "portal", "portal", Set.of("read"), Optional.of("C17"));
        var request = ResourceRequest.of(Action.LIST, caller, "", Deadline.in(Duration.ofSeconds(1)), "plan");
        var own =
                RequestScope.of(typesOf(REGISTRATIONS), REGISTRATIONS, request).visible(REGISTRATIONS);
        assertThat(own).isPresent();
        for (var query : List.of("", "sort=enrollment", "sort=-uni&page[after]=")) {
            assertThat(database.readsOf(page(PageSelection.of(
                            REGISTRATIONS, query(REGISTRATIONS, query).within(own), Optional.empty()))))
                    .isSubsetOf(BY_INDEX);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"courses", "course_term"})
    void the_registrations_of_an_offering_are_read_in_the_order_of_its_index(String relationship) {
        var filter = "filter[%s]=0c5b3df5-f147-45e4-b8a4-904fb8aa18a2".formatted(relationship);
        assertThat(planOfPage(REGISTRATIONS, filter)).contains("Index").doesNotContain("Sort");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sort=id", "sort=-course_name", "page[number]=2", "page[after]="})
    void the_resources_included_in_a_page_are_found_by_an_index(String page) {
        var query = query(COURSES, page + "&include=course_terms.course");
        var select = new SelectSql(COURSE_TYPES, type -> Optional.empty());
        for (var path : query.inclusion().local()) {
            var target = COURSE_TYPES.targetOf(path.lastStep().relationship()).orElseThrow();
            var ids = PageSql.idsOfPage(PageSelection.of(COURSES, query, Optional.empty()));
            assertThat(database.readsOf(select.included(ShownFields.of(target, query.fields()), path, ids)))
                    .isSubsetOf(BY_INDEX);
        }
    }

    @Test
    void the_count_of_a_collection_without_filters_reads_none_of_its_resources() {
        for (var type : TYPES.keySet()) {
            var count = database.planOf(PageSql.count(PageSelection.of(type, ResourceQuery.PLAIN, Optional.empty())));
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
        var type = type(sorted.get(0));
        var attribute = type.attribute(sorted.get(1).replace("-", "")).orElseThrow();
        assertThat(planOfPage(type, "sort=%s&page[after]=".formatted(sorted.get(1))))
                .contains("Index Scan")
                .contains("_%s%s_idx".formatted(attribute.name(), attribute.isInDictionaryOrder() ? "_dictionary" : ""))
                .doesNotContain("Sort");
    }

    /** Its index ends with the time, so those of the same time are sorted by their ids. */
    @ParameterizedTest
    @ValueSource(strings = {"requested_at", "-requested_at"})
    void the_time_of_the_request_as_a_sort_key_uses_its_index(String sort) {
        assertReadsByIndex(REGISTRATIONS, "sort=%s&page[after]=".formatted(sort));
        assertReadsByIndex(REGISTRATIONS, "sort=%s&page[number]=2".formatted(sort));
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "-id", "course_name", "-effective_start_date"})
    void a_page_far_from_the_first_reads_only_an_index_of_the_rows_before_or_after_it(String sort) {
        var plan = planOfPage(COURSES, "sort=%s&page[number]=17".formatted(sort));
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
        var query = "filter[search]=name logic&sort=%s&%s=%s".formatted(sort, page, position);
        assertThat(planOfPage(COURSES, query)).contains("Bitmap Index Scan on courses_search_idx");
        assertThat(planOfPage(COURSES, query.replace("search", "course_description.search")))
                .contains("Bitmap Index Scan on courses_course_description_search_idx");
        assertThat(planOfPage(TERMS, "filter[search]=tc")).contains("Bitmap Index Scan on course_terms_search_idx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"course_identifier", "uni"})
    void a_case_insensitive_filter_by_identifier_uses_the_unique_index(String identifier) {
        var plan = planOfPage(
                identifier.equals("uni") ? REGISTRATIONS : COURSES, "filter[%s.iexact]=C17".formatted(identifier));
        assertThat(plan).contains("_key").contains("Index Cond: ");
    }
}
