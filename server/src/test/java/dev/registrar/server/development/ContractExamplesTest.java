package dev.registrar.server.development;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A developer who tries an example of the contract on the sample catalogue gets something. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ContractExamplesTest {
    /** The types that the sample catalogue has. */
    private static final Map<String, String> SINGULARS =
            Map.of("courses", "Course", "course_terms", "CourseTerm", "registrations", "Registration");

    /** A query or a path with a query, as descriptions write it. */
    private static final Pattern QUERY =
            Pattern.compile("`((?:/v1/[a-z_]+/\\?)?(?:filter|sort|include|fields|page)(?:\\[[^]`]+])?=[^`]*)`");

    @AutoClose
    private static Service service;

    private static Client client;
    private static Response contract;

    @BeforeAll
    static void a_service_with_the_sample_catalogue() throws Exception {
        service = Service.start();
        Await.success(new SampleCatalogue(service.vertx(), Service.configuration(service.databaseUri())).loadIfEmpty());
        Await.until(
                "all registrations but the abandoned one are decided",
                () -> service.reader()
                        .get("/v1/registrations/?filter[enrollment]=pending")
                        .text("/meta/pagination/count")
                        .equals("1"));
        client = service.admin();
        contract = client.get("/v1/openapi.json");
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static JsonNode resolved(JsonNode reference) {
        return reference.has("$ref")
                ? contract.at(reference.path("$ref").asText().substring(1))
                : reference;
    }

    private static Stream<JsonNode> queryParameters(String type) {
        return stream(contract.at("/paths/~1%s~1/get/parameters".formatted(type)))
                .map(ContractExamplesTest::resolved)
                .filter(parameter -> parameter.path("in").asText().equals("query"));
    }

    private static JsonNode parameter(String type, String name) {
        return queryParameters(type)
                .filter(parameter -> parameter.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<String> choices(String type, String name) {
        return stream(parameter(type, name).at("/schema/items/enum")).map(JsonNode::asText);
    }

    private static void assertFinds(String url) {
        assertThat(client.get(url).expectStatus(200).at("/data"))
                .as("what GET %s finds in sample-catalogue.json", url)
                .isNotEmpty();
    }

    /** The filters of a collection with their examples: {@code filter[course_number]=1002}. */
    private static List<String> filtersWithExamples(String type) {
        List<String> filters = new ArrayList<>();
        queryParameters(type).forEach(parameter -> {
            var name = parameter.path("name").asText();
            var schema = resolved(parameter.path("schema"));
            if (schema.at("/items/example").isValueNode()) {
                filters.add(name + "=" + schema.at("/items/example").asText());
            }
        });
        return filters;
    }

    @Test
    @Order(1)
    void every_example_of_a_filter_finds_resources_of_the_sample_catalogue() {
        for (var type : SINGULARS.keySet()) {
            var filters = filtersWithExamples(type);
            assertThat(filters).hasSizeGreaterThanOrEqualTo(2);
            filters.forEach(filter -> assertFinds("/v1/%s/?%s".formatted(type, filter)));
        }
    }

    @Test
    @Order(1)
    void every_sort_key_field_and_include_path_applies_to_the_sample_catalogue() {
        for (var type : SINGULARS.keySet()) {
            choices(type, "sort").forEach(key -> assertFinds("/v1/%s/?sort=%s".formatted(type, key)));
            choices(type, "fields[%s]".formatted(type))
                    .forEach(field -> assertFinds("/v1/%1$s/?fields[%1$s]=%2$s".formatted(type, field)));
            choices(type, "include")
                    .forEach(path -> assertThat(client.get("/v1/%s/?include=%s".formatted(type, path))
                                    .expectStatus(200)
                                    .at("/included"))
                            .as(path)
                            .isNotEmpty());
        }
    }

    @Test
    @Order(1)
    void every_query_in_a_description_finds_resources_of_the_sample_catalogue() {
        var course = client.get("/v1/registrations/").text("/data/0/relationships/courses/data/id");
        var queries = contract.json().findValuesAsText("description").stream()
                .flatMap(description -> QUERY.matcher(description).results())
                .map(query -> query.group(1).replace("ID", course))
                .distinct()
                .toList();
        assertThat(queries).hasSizeGreaterThan(7);
        Await.until(
                "the last events of the sample catalogue are published",
                () -> !client.get("/v1/events/?filter[type]=registrations")
                        .at("/data")
                        .isEmpty());
        queries.forEach(query -> assertFinds(query.startsWith("/") ? query : "/v1/courses/?" + query));
    }

    @Test
    @Order(1)
    void the_sample_catalogue_shows_each_situation_of_a_course_and_of_a_registration() {
        assertFinds("/v1/courses/?filter[effective_start_date.gt]=2026-11-22");
        assertFinds("/v1/courses/?filter[effective_end_date.lt]=2026-11-22");
        assertFinds("/v1/registrations/?filter[enrollment]=confirmed");
        var pending = client.get("/v1/registrations/?filter[enrollment]=pending");
        assertThat(pending.each("/meta/enrollment/process")).containsExactly("abandoned");
        var rejected = client.get("/v1/registrations/?filter[enrollment]=requested");
        assertThat(rejected.each("/meta/enrollment/process")).isNotEmpty().containsOnly("rejected");
        assertThat(rejected.each("/meta/enrollment/reason"))
                .anyMatch(reason -> reason.contains("before 2040-01-09"))
                .anyMatch(reason -> reason.contains("since 2020-12-18"));
    }

    @Test
    @Order(1)
    void every_example_of_a_file_to_import_is_accepted() {
        var formats = contract.at("/components/requestBodies/ImportFile/content");
        assertThat(formats).hasSize(2);
        formats.fields().forEachRemaining(format -> {
            assertThat(format.getValue().path("examples")).isNotEmpty();
            format.getValue()
                    .path("examples")
                    .forEach(example -> client.withHeader("Content-Type", format.getKey())
                            .post(
                                    "/v1/imports/?resource_type=courses&dry_run=true",
                                    resolved(example).path("value").asText())
                            .expectStatus(202));
        });
    }

    /** The bodies change the resources of the examples, so this test is the last one. */
    @Test
    @Order(2)
    void every_example_of_a_request_body_is_accepted_once_its_ids_are_those_of_the_sample_catalogue() {
        var course = idOf("Course", "/v1/courses/?filter[course_identifier]=", "course_identifier");
        var ids = Map.of(
                exampleId("Course"), course,
                exampleId("CourseTerm"),
                        idOf("CourseTerm", "/v1/course_terms/?filter[term_identifier]=", "term_identifier"),
                exampleId("Registration"),
                        idOf(
                                "Registration",
                                "/v1/registrations/?filter[courses]=%s&filter[uni]=".formatted(course),
                                "uni"));
        var sent = new ArrayList<String>();
        contract.at("/paths")
                .fields()
                .forEachRemaining(path -> path.getValue().fields().forEachRemaining(operation -> {
                    var document =
                            resolved(operation.getValue().path("requestBody")).at("/content/application~1vnd.api+json");
                    assertThat(document.isMissingNode() || document.has("examples"))
                            .as(path.getKey())
                            .isTrue();
                    var singular = SINGULARS.get(path.getKey().split("/", -1)[1]);
                    if (singular == null) {
                        return;
                    }
                    for (var example : document.path("examples")) {
                        var body = resolved(example).path("value").toString();
                        var url = "/v1" + path.getKey().replace("{id}", exampleId(singular));
                        var method = operation.getKey().toUpperCase(Locale.ROOT);
                        var response = client.send(method, replaced(url, ids), Optional.of(replaced(body, ids)));
                        assertThat(response.status())
                                .as(method + " " + url + response.body())
                                .isBetween(200, 299);
                        sent.add(method + " " + path.getKey());
                    }
                }));
        assertThat(sent).hasSizeGreaterThanOrEqualTo(14);
    }

    private static String replaced(String text, Map<String, String> ids) {
        var result = text;
        for (var id : ids.entrySet()) {
            result = result.replace(id.getKey(), id.getValue());
        }
        return result;
    }

    private static JsonNode example(String singular) {
        return contract.at("/components/examples/%s/value/data".formatted(singular));
    }

    private static String exampleId(String singular) {
        return example(singular).path("id").asText();
    }

    private static String idOf(String singular, String url, String attribute) {
        return client.get(url
                        + example(singular).path("attributes").path(attribute).asText())
                .text("/data/0/id");
    }
}
