package dev.registrar.gateway.authentication;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.authentication.Sessions;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every operation of the contract, with kinds of credentials of which each lacks something else; a rejected request changes nothing. */
@ExtendWith(ServiceExtension.class)
class AuthorizationMatrixTest {
    private static final String ABSENT = "00000000-0000-4000-8000-000000000000";

    private record Operation(String method, String path, Optional<String> document) {
        boolean isRead() {
            return method.equals("GET");
        }
    }

    private static Map<String, String> ids;
    private static Map<String, Document> documents;

    @BeforeAll
    static void a_resource_of_each_type(Service service) {
        var courseId = service.newCourse();
        ids = Map.of(
                "courses", courseId,
                "course_terms", created(service, "/v1/course_terms/", term(unique("MATRIXTERM"), courseId)),
                "registrations", created(service, "/v1/registrations/", registration(unique("matrix"), courseId)),
                "enrollment_limits", created(service, "/v1/enrollment_limits/", limit(courseId)),
                "enrollment_permits", created(service, "/v1/enrollment_permits/", permit(courseId)));
        documents = Map.of(
                "courses", course(unique("MATRIX"), "Changed"),
                "course_terms", term(unique("MATRIXTERM"), courseId),
                "registrations", registration(unique("matrix"), courseId),
                "enrollment_limits", limit(courseId),
                "enrollment_permits", permit(courseId));
    }

    private static Document limit(String course) {
        return Document.of("enrollment_limits").relationship("course", Document.linkage("courses", course));
    }

    private static Document permit(String course) {
        return Document.of("enrollment_permits")
                .attribute("uni", unique("matrix"))
                .attribute("reason", "Approved.")
                .relationship("course", Document.linkage("courses", course));
    }

    private static String created(Service service, String collection, Document document) {
        return service.admin().post(collection, document).expectStatus(201).id();
    }

    @Proves("Specification, General method table")
    @Test
    void every_operation_on_a_resource_requires_credentials_with_its_scope_and_in_a_session_the_csrf_token(
            Service service) {
        var before = state(service);
        var session = Sessions.browser(service.anonymous(), Sessions.open(service.admin()));
        var operations = operations(service, ids).stream()
                .filter(operation -> ids.containsKey(typeIn(operation.path())))
                .toList();
        assertThat(operations).hasSizeGreaterThan(25).allSatisfy(operation -> {
            assertThat(status(service.anonymous(), operation)).isEqualTo(401);
            if (!operation.isRead()) {
                assertThat(status(service.reader(), operation)).isEqualTo(403);
                assertThat(status(session, operation)).isEqualTo(403);
            }
        });
        assertThat(state(service)).isEqualTo(before);
    }

    @Test
    void every_operation_of_the_contract_is_implemented(Service service) {
        assertThat(operations(service, Map.of()))
                .allSatisfy(operation -> assertThat(service.admin()
                                .send(operation.method(), operation.path(), Optional.of("{}"))
                                .status())
                        .isIn(200, 204, 400, 401, 404));
    }

    private static int status(Client client, Operation operation) {
        return client.send(operation.method(), operation.path(), operation.document())
                .status();
    }

    private static String typeIn(String path) {
        return path.split("/", -1)[2];
    }

    /** All operations, on the resources with these ids, by type, and otherwise on absent ones. */
    private static List<Operation> operations(Service service, Map<String, String> used) {
        List<Operation> operations = new ArrayList<>();
        new JsonObject(service.anonymous().get("/v1/openapi.json").body())
                .getJsonObject("paths")
                .forEach(path -> {
                    var fixed = "/v1"
                            + path.getKey().replace("{id}", used.getOrDefault(typeIn("/v1" + path.getKey()), ABSENT));
                    ((JsonObject) path.getValue())
                            .fieldNames().stream()
                                    .filter(method -> !method.equals("parameters"))
                                    .forEach(method -> operations.add(operation(method, fixed)));
                });
        return operations;
    }

    private static Operation operation(String method, String path) {
        var type = typeIn(path);
        var isNew = method.equals("post");
        var document = Optional.ofNullable(documents.get(type))
                .map(valid -> isNew ? valid : valid.withId(ids.get(type)))
                .map(valid -> path.contains("/relationships/") ? "{\"data\": []}" : valid.toString());
        return new Operation(method.toUpperCase(Locale.ROOT), path, method.equals("get") ? Optional.empty() : document);
    }

    /** Returns a checksum of everything stored. */
    private static String state(Service service) {
        return Sql.readOne(service.databaseUri(), """
                SELECT concat(
                    (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM course.courses t),
                    (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM course.course_terms t),
                    (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM registration.registrations t))""");
    }
}
