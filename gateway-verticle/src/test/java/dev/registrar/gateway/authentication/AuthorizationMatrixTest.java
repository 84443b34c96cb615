package dev.registrar.gateway.authentication;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.authentication.Sessions;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation of the contract with every kind of credentials; a rejected request changes nothing. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class AuthorizationMatrixTest {

    /**
     * The credentials, each with the expected status of reads and of changes; 0 if these are allowed. Other tests state which
     * access tokens are rejected, and why.
     */
    enum Credentials {
        NONE(401, 401),
        WRONG_PASSWORD(401, 401),
        READER(0, 403),
        ADMIN(0, 0),
        FORGED_TOKEN(401, 401),
        TOKEN_OF_OTHER_SCOPES(403, 403),
        TOKEN(0, 0),
        SESSION_WITHOUT_CSRF_TOKEN(0, 403);

        private final int whenReading;
        private final int whenChanging;

        Credentials(int whenReading, int whenChanging) {
            this.whenReading = whenReading;
            this.whenChanging = whenChanging;
        }
    }

    private record Operation(String method, String path, Optional<String> document) {
        boolean isRead() {
            return method.equals("GET");
        }
    }

    private static AuthorizationServer authorizationServer;
    private static Client anonymous;
    private static Map<String, String> ids;
    private static Map<String, String> documents;

    @BeforeAll
    static void a_gateway_and_a_resource_of_each_type(Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
        var settings = authorizationServer.settings().put("failed-logins-per-minute", 1000);
        anonymous = service.gateway("authentication", settings);
        var courseId = created(service, "/v1/courses/", course(unique("MATRIX"), "Logic"));
        ids = Map.of(
                "courses", courseId,
                "course_terms", created(service, "/v1/course_terms/", term(unique("MATRIXTERM"), courseId)),
                "registrations", created(service, "/v1/registrations/", registration(unique("matrix"), courseId)));
        documents = Map.of(
                "courses", course(unique("MATRIX"), "Changed").toString(),
                "course_terms", term(unique("MATRIXTERM"), courseId).toString(),
                "registrations", registration(unique("matrix"), courseId).toString());
    }

    private static String created(Service service, String collection, Document document) {
        return service.admin().post(collection, document).expectStatus(201).id();
    }

    @Proves("Specification, General method table")
    @ParameterizedTest
    @EnumSource
    void every_operation_requires_valid_credentials_with_its_scope(Credentials credentials, Service service)
            throws SQLException {
        var client = client(credentials);
        try (var session = service.databaseSession()) {
            var before = stateOf(session);
            for (var operation : operations(service, credentials)) {
                var response = client.send(operation.method(), operation.path(), operation.document());
                var expected = operation.isRead() ? credentials.whenReading : credentials.whenChanging;
                if (expected == 0) {
                    assertThat(response.status()).as(operation.toString()).isNotIn(401, 403, 405, 500);
                } else {
                    assertThat(response.status()).as(operation.toString()).isEqualTo(expected);
                }
            }
            if (credentials.whenChanging != 0) {
                assertThat(stateOf(session))
                        .as("the state after all operations")
                        .isEqualTo(before);
            }
        }
    }

    private static Client client(Credentials credentials) {
        return switch (credentials) {
            case NONE -> anonymous;
            case WRONG_PASSWORD -> anonymous.withCredentials("admin", unique("wrong"));
            case READER -> anonymous.withCredentials("reader", "reader");
            case ADMIN -> anonymous.withCredentials("admin", "admin");
            case FORGED_TOKEN ->
                anonymous.withToken(authorizationServer.signer().forged(claims("read create update delete")));
            case TOKEN_OF_OTHER_SCOPES -> bearer("openid profile email");
            case TOKEN -> bearer("read create update delete");
            case SESSION_WITHOUT_CSRF_TOKEN ->
                Sessions.browser(anonymous, Sessions.open(anonymous.withCredentials("admin", "admin")));
        };
    }

    private static JsonObject claims(String scopes) {
        return authorizationServer.claims(scopes);
    }

    private static Client bearer(String scopes) {
        return anonymous.withToken(authorizationServer.token(claims(scopes)));
    }

    /** Returns all operations: on resources of this test if they will be rejected, otherwise on absent ones. */
    private static List<Operation> operations(Service service, Credentials credentials) {
        var paths = new JsonObject(service.anonymous().get("/v1/openapi.json").body()).getJsonObject("paths");
        List<Operation> operations = new ArrayList<>();
        paths.forEach(path -> {
            var type = path.getKey().split("/", -1)[1];
            if (ids.containsKey(type)) {
                var id = credentials.whenChanging == 0 ? "00000000-0000-4000-8000-000000000000" : ids.get(type);
                var fixed = "/v1" + path.getKey().replace("{id}", id);
                ((JsonObject) path.getValue())
                        .fieldNames().stream()
                                .filter(method -> !method.equals("parameters"))
                                .forEach(method -> operations.add(operation(method, fixed, type)));
            }
        });
        assertThat(operations).hasSizeGreaterThan(25);
        return operations;
    }

    private static Operation operation(String method, String path, String type) {
        var document = path.contains("/relationships/")
                ? "{\"data\": []}"
                : documents.get(type).replaceFirst("\"type\"", "\"id\": \"%s\", \"type\"".formatted(ids.get(type)));
        var isNew = method.equals("post") && !path.contains("/relationships/");
        return new Operation(
                method.toUpperCase(Locale.ROOT),
                path,
                method.equals("get") ? Optional.empty() : Optional.of(isNew ? documents.get(type) : document));
    }

    /** Returns a checksum of everything stored. */
    private static String stateOf(Connection session) throws SQLException {
        try (var sql = session.createStatement();
                var state = sql.executeQuery("""
                        SELECT (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM course.courses t),
                               (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM course.course_terms t),
                               (SELECT md5(string_agg(t::text, ',' ORDER BY id)) FROM registration.registrations t)""")) {
            state.next();
            return state.getString(1) + state.getString(2) + state.getString(3);
        }
    }
}
