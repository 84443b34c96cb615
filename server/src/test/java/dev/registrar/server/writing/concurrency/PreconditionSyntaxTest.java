package dev.registrar.server.writing.concurrency;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code If-Match} and {@code If-None-Match} (RFC 9110, 13.1) are lists of entity tags and apply to every method. */
@ExtendWith(ServiceExtension.class)
class PreconditionSyntaxTest {
    private static final String ABSENT_ID = "00000000-0000-4000-8000-000000000000";

    @Proves("RFC 9110, 13.1.1 and 13.1.2")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"a\" \"b\"",
                "\"a\"\"b\"",
                "a",
                "\"a",
                "\"a b\"",
                "*, \"a\"",
                "\"a\", b",
                "w/\"a\"",
                "W/ \"a\"",
                ",",
                "**"
            })
    void a_precondition_that_is_not_a_list_of_entity_tags_is_400(String tags, Service service) {
        for (var header : new String[] {"If-Match", "If-None-Match"}) {
            var client = service.admin().withHeader(header, tags);
            client.get("/v1/courses/?page[size]=1")
                    .expectStatus(400)
                    .expectError("malformed_request", "header", header);
            client.delete("/v1/courses/" + ABSENT_ID + "/")
                    .expectStatus(400)
                    .expectError("malformed_request", "header", header);
        }
        BusMessage.to(
                        service,
                        "registrar.courses",
                        new JsonObject().put("caller", Callers.unbound("portal", "read", "update", "delete")))
                .withHeader("action", "list")
                .withHeader("if-none-match", tags)
                .expectErrorsAt(400, "header if-none-match");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a\",\"b\"", " \"a\" ,, W/\"b\", ", "\"\"", "\"a,b\""})
    void a_precondition_may_list_any_entity_tags_and_empty_elements(String tags, Service service) {
        service.reader()
                .withHeader("If-None-Match", tags)
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
        service.admin()
                .withHeader("If-Match", tags)
                .delete("/v1/courses/" + ABSENT_ID + "/")
                .expectStatus(404);
    }

    @Proves("RFC 9110, 13.1.1 and 13.1.2")
    @Test
    void a_post_to_a_collection_with_an_unsatisfied_precondition_is_412_and_creates_nothing(Service service) {
        var identifier = unique("ADDED");
        service.admin()
                .withHeader("If-Match", "\"a\"")
                .post("/v1/courses/", course(identifier, "Logic"))
                .expectStatus(412)
                .expectError("precondition_failed", "header", "If-Match");
        service.admin()
                .withHeader("If-None-Match", "*")
                .post("/v1/courses/", course(identifier, "Logic"))
                .expectStatus(412)
                .expectError("precondition_failed", "header", "If-None-Match");
        var found = service.reader().get("/v1/courses/?filter[course_identifier]=" + identifier);
        assertThat(found.at("/data")).isEmpty();
    }

    @Proves("RFC 9110, 13.1.1 and 13.1.2")
    @Test
    void a_post_to_a_collection_with_if_match_star_is_201(Service service) {
        service.admin()
                .withHeader("If-Match", "*")
                .withHeader("If-None-Match", "\"a\"")
                .post("/v1/courses/", course(unique("ADDED"), "Logic"))
                .expectStatus(201);
    }
}
