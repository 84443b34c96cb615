package dev.registrar.contract;

import static dev.registrar.resource.type.Attribute.date;
import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toMany;
import static dev.registrar.resource.type.Relationship.toOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.registrar.course.CourseVerticle;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.openapi.RouterBuilder;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The contract of a new resource type follows from its declaration and its prose, {@code openapi/types/rooms.yaml}. */
@ExtendWith(VertxExtension.class)
class ContractWriterTest {
    private static final ResourceType ROOMS = ResourceType.named("rooms")
            .table("campus.rooms")
            .attribute(text("room_number").required().upTo(12).identifier().filterable())
            .attribute(integer("seats").atLeast(1).filterable())
            .attribute(date("open_since").nullable())
            .relationship(toOne("taught_course", "courses", "course_id"))
            .relationship(toOne("entrance", "rooms", "entrance_id").required(true))
            .relationship(toMany("adjoining_rooms", "rooms", "entrance_id"))
            .build();

    private static final JsonNode CONTRACT = contractOf(ROOMS);

    private static JsonNode contractOf(ResourceType type) {
        var campus = new Schema("campus", 1, ResourceTypes.of(type));
        return Json.read(
                ContractWriter.write(List.of(CourseVerticle.SCHEMA, campus)).toBuffer());
    }

    @Test
    void urls_offer_the_methods_of_their_kind() {
        assertThat(methods("/rooms/")).containsExactlyInAnyOrder("get", "post");
        assertThat(methods("/rooms/{id}/")).containsExactlyInAnyOrder("get", "patch", "put", "delete");
        assertThat(methods("/rooms/{id}/entrance/")).containsExactly("get");
        assertThat(methods("/rooms/{id}/relationships/entrance")).containsExactlyInAnyOrder("get", "patch");
        assertThat(methods("/rooms/{id}/relationships/adjoining_rooms"))
                .containsExactlyInAnyOrder("get", "patch", "post", "delete");
    }

    @Test
    void attributes_have_the_declared_formats_and_limits() {
        var attributes = schema("RoomAttributes").path("properties");
        assertThat(attributes.at("/room_number/maxLength").asInt()).isEqualTo(12);
        assertThat(attributes.at("/room_number/minLength").asInt()).isEqualTo(1);
        assertThat(attributes.at("/seats/minimum").asInt()).isEqualTo(1);
        assertThat(attributes.at("/open_since/format").asText()).isEqualTo("date");
        assertThat(attributes.at("/open_since/nullable").asBoolean()).isTrue();
        assertThat(texts(schema("NewRoomAttributes").at("/allOf/1/required"))).containsExactly("room_number");
        assertThat(texts(schema("NewRoomDocument").at("/properties/data/required")))
                .contains("relationships");
    }

    @Test
    void a_collection_accepts_the_declared_parameters() {
        assertThat(parameters("find rooms", "/rooms/", "get"))
                .contains("sort", "include", "page[size]", "fields[rooms]", "fields[courses]", "fields[course_terms]")
                .contains("filter[room_number]", "filter[seats]", "filter[taught_course]")
                .doesNotContain("filter[open_since]", "filter[search]");
        assertThat(texts(CONTRACT.at("/components/parameters/SortRooms/schema/items/enum")))
                .contains("id", "-id", "seats", "-seats", "open_since");
        assertThat(names(schema("RoomFilters").path("properties")))
                .contains("seats.gte", "entrance.seats", "adjoining_rooms.room_number.icontains", "taught_course.id")
                .contains("adjoining_rooms.taught_course", "adjoining_rooms.taught_course.id", "adjoining_rooms.id")
                .doesNotContain("seats.icontains", "taught_course.course_name");
    }

    /** Documentation shows parameters in the order of the contract, and folds the last ones. */
    @Test
    void the_parameters_of_a_collection_begin_with_those_that_clients_use_most() {
        assertThat(parameters("find rooms", "/rooms/", "get"))
                .startsWith("filter[room_number]", "filter[entrance]", "page[size]", "page[number]", "sort", "include");
        assertThat(parameters("find courses", "/courses/", "get")).startsWith("filter[search]");
    }

    @Test
    void every_operation_accepts_a_request_id_and_every_change_the_csrf_token_of_a_session() {
        assertThat(parameters("find rooms", "/rooms/", "get"))
                .contains("X-Request-Id")
                .doesNotContain("X-CSRF-Token");
        assertThat(parameters("read entry point", "/", "get")).contains("X-Request-Id");
        assertThat(parameters("end session", "/sessions/", "delete"))
                .containsExactlyInAnyOrder("X-CSRF-Token", "X-Request-Id");
        assertThat(parameters("create room", "/rooms/", "post")).contains("X-Request-Id", "X-CSRF-Token");
        assertThat(parameters("delete room", "/rooms/{id}/", "delete")).contains("X-Request-Id", "X-CSRF-Token");
    }

    @Test
    void the_response_to_a_change_can_include_only_what_the_same_verticle_stores() {
        assertThat(texts(CONTRACT.at("/components/parameters/IncludeRooms/schema/items/enum")))
                .contains("entrance", "taught_course.course_terms");
        assertThat(texts(CONTRACT.at("/components/parameters/IncludeRoomsOnChange/schema/items/enum")))
                .contains("entrance")
                .noneMatch(path -> path.contains("course"));
        assertThat(parameters("update room", "/rooms/{id}/", "patch"))
                .contains("fields[rooms]")
                .doesNotContain("fields[courses]");
    }

    @Test
    void a_to_one_relationship_is_nullable_unless_it_is_required() {
        assertThat(schema("RoomTaughtCourseLinkageDocument")
                        .at("/properties/data/nullable")
                        .asBoolean())
                .isTrue();
        assertThat(schema("RoomEntranceLinkageDocument")
                        .at("/properties/data/$ref")
                        .asText())
                .endsWith("/RoomIdentifier");
    }

    @Test
    void the_documents_of_an_empty_to_one_relationship_are_valid_also_by_the_rules_of_json_schema() {
        var linkage = "{\"data\": null}";
        var related = """
                {"data": null, "links": {"self": "https://a.example.edu/"}, "jsonapi": {"version": "1.0"}}""";
        assertThat(strictErrors("RoomTaughtCourseLinkageDocument", linkage)).isEmpty();
        assertThat(strictErrors("CourseOrNothingDocument", related)).isEmpty();
        assertThat(strictErrors("RoomEntranceLinkageDocument", linkage)).isNotEmpty();
    }

    /** The errors in a document by JSON Schema, for which {@code nullable} only adds null to the type beside it. */
    private static List<Error> strictErrors(String schema, String document) {
        ObjectNode strict = CONTRACT.deepCopy();
        strict.findParents("nullable").forEach(nullable -> {
            var type = ((ObjectNode) nullable).remove("type");
            ((ObjectNode) nullable).putArray("type").add(type).add("null");
        });
        strict.putArray("allOf").addObject().put("$ref", "#/components/schemas/" + schema);
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_6)
                .getSchema(strict)
                .validate(Json.read(Buffer.buffer(document)));
    }

    @Test
    void the_prose_of_a_resource_type_takes_precedence_over_the_general_prose() {
        assertThat(operation("/rooms/{id}/", "delete").path("description").asText())
                .isEqualTo("The building is not affected.");
        assertThat(operation("/rooms/", "post").path("summary").asText()).isEqualTo("Create a room.");
        assertThat(texts(operation("/rooms/", "post").path("tags"))).containsExactly("rooms");
    }

    @Test
    void vertx_can_build_a_router_from_the_contract(Vertx vertx, VertxTestContext test, @TempDir Path folder)
            throws IOException {
        var file = Files.writeString(folder.resolve("openapi.json"), CONTRACT.toString());
        RouterBuilder.create(vertx, file.toString())
                .onComplete(test.succeeding(builder -> test.verify(() -> {
                    assertThat(builder.operation("find rooms")).isNotNull();
                    test.completeNow();
                })));
    }

    @Test
    void a_missing_prose_file_fails_the_build_and_is_named() {
        assertThatThrownBy(() -> contractOf(
                        ResourceType.named("towers").table("campus.towers").build()))
                .hasMessageContaining("openapi/types/towers.yaml");
    }

    @Test
    void attributes_and_relationships_have_a_description_and_an_example() {
        var attributes = schema("RoomAttributes").path("properties");
        assertThat(attributes.at("/seats/description").asText()).startsWith("The number of people");
        assertThat(attributes.at("/seats/example").asInt()).isEqualTo(240);
        assertThat(attributes.at("/room_number/description").asText()).contains("no invisible characters");
        assertThat(schema("RoomRelationships")
                        .at("/properties/entrance/description")
                        .asText())
                .isEqualTo("The room through which people enter.");
    }

    @Test
    void prose_that_does_not_match_the_declaration_fails_the_build() {
        var halls = ResourceType.named("halls")
                .table("campus.halls")
                .attribute(text("hall_name").upTo(80));
        assertThatThrownBy(() -> contractOf(halls.build()))
                .hasMessageContaining("openapi/types/halls.yaml")
                .hasMessageContaining("demolish hall");
        assertThatThrownBy(() -> contractOf(halls.attribute(integer("seats")).build()))
                .hasMessageContaining("openapi/types/halls.yaml")
                .hasMessageContaining("attributes must describe each of hall_name, seats");
    }

    @Test
    void an_attribute_without_an_example_fails_the_build_and_is_named_with_the_file() {
        var untold = ResourceType.named("untold_examples")
                .table("campus.untold_examples")
                .attribute(text("shown").upTo(80))
                .attribute(integer("forgotten").filterable())
                .build();
        assertThatThrownBy(() -> contractOf(untold))
                .hasMessageContaining(
                        "openapi/types/untold_examples.yaml: example.attributes must have a value for each of these");
    }

    private static List<String> methods(String path) {
        return names(CONTRACT.path("paths").path(path)).stream()
                .filter(name -> !name.equals("parameters"))
                .toList();
    }

    private static JsonNode operation(String path, String method) {
        return CONTRACT.path("paths").path(path).path(method);
    }

    private static List<String> parameters(String operationId, String path, String method) {
        var operation = operation(path, method);
        assertThat(operation.path("operationId").asText()).isEqualTo(operationId);
        return StreamSupport.stream(operation.path("parameters").spliterator(), false)
                .map(parameter -> CONTRACT.at(parameter.path("$ref").asText().substring(1)))
                .map(parameter -> parameter.path("name").asText())
                .toList();
    }

    private static JsonNode schema(String name) {
        return CONTRACT.path("components").path("schemas").path(name);
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
