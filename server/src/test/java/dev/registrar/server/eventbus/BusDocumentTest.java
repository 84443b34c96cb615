package dev.registrar.server.eventbus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.registrar.events.log.ContractEvents.Source;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.resource.bus.Action;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.eventbus.BusContract;
import dev.registrar.testing.eventbus.BusContract.Example;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The AsyncAPI document of the event bus is valid, complete, and served. {@link BusExamplesTest} sends its examples. */
@ExtendWith(ServiceExtension.class)
class BusDocumentTest {
    /** The values that vary are not valid in an example of these; {@link BusExamplesTest} checks the replies of the service. */
    private static final Set<String> REPLIES_WITH_POSITIONS = Set.of("replayed");

    @Proves("AsyncAPI 3.0")
    @Test
    void the_document_is_valid_asyncapi() throws IOException {
        try (var schema = BusDocumentTest.class.getResourceAsStream("/asyncapi-schema/schema.json")) {
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                            .getSchema(new JsonMapper().readTree(schema))
                            .validate(BusContract.document()))
                    .isEmpty();
        }
    }

    @Test
    void every_reference_leads_to_something() {
        assertThat(BusContract.document().findValuesAsText("$ref"))
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(BusContract.document()
                                .at(reference.substring(1))
                                .isMissingNode())
                        .as(reference)
                        .isFalse());
    }

    static Stream<Example> examples() {
        return BusContract.document().at("/components/messages").properties().stream()
                .map(Map.Entry::getKey)
                .filter(message -> !REPLIES_WITH_POSITIONS.contains(message))
                .flatMap(BusContract::examples);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_is_valid_by_its_own_schemas(Example example) {
        BusContract.expectValid(example.message(), example.headers(), example.payload());
    }

    @Test
    void every_message_has_an_example() {
        assertThat(BusContract.document().at("/components/messages").properties())
                .allSatisfy(message -> assertThat(message.getValue().path("examples"))
                        .as(message.getKey())
                        .isNotEmpty());
    }

    @Test
    void the_document_has_the_actions_of_the_service_and_their_scopes() {
        assertThat(BusContract.messagesOf("resources"))
                .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                Stream.of("ping"),
                                Stream.of(Action.values())
                                        .map(Action::headerValue)
                                        .map(BusContract::messageOf))
                        .toList());
        var scopes = BusContract.document()
                .at("/components/schemas/Caller/properties/scopes/description")
                .asText();
        assertThat(Action.SCOPES).allMatch(scope -> scopes.contains("`%s`".formatted(scope)));
    }

    @Test
    void the_document_has_the_resource_types_of_the_service_and_the_sources_of_their_events(Service service) {
        var contract = Await.success(Contract.load(service.vertx()));
        expectNames("/components/parameters/type/enum", contract.collections().keySet());
        expectNames(
                "/channels/replay/parameters/source/enum",
                contract.events().sources().stream().map(Source::name).toList());
    }

    private static void expectNames(String pointer, Collection<String> names) {
        assertThat(texts(BusContract.document().at(pointer)))
                .as("contract/src/main/resources/asyncapi.yaml, at %s", pointer)
                .containsExactlyInAnyOrderElementsOf(names);
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toList());
    }

    @Test
    void the_service_serves_the_document(Service service) throws IOException {
        var served = service.anonymous()
                .get("/v1/asyncapi.yaml")
                .expectStatus(200)
                .expectHeader("Content-Type", "application/yaml");
        assertThat(new YAMLMapper().readTree(served.body())).isEqualTo(BusContract.document());
        service.anonymous().get("/v1/").expect("/links/event_bus_contract", service.url() + "/v1/asyncapi.yaml");
    }
}
