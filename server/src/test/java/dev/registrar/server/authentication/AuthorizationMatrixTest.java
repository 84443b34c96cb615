package dev.registrar.server.authentication;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.registration;
import static dev.registrar.server.testing.document.Documents.term;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Client;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.authentication.AuthorizationServer;
import dev.registrar.server.testing.document.Document;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation of the contract with every kind of credentials; a rejected request changes nothing. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class AuthorizationMatrixTest {

    /** The credentials, each with the expected status of reads and of changes; 0 if these are allowed. */
    enum Credentials {
        NONE(401, 401),
        WRONG_PASSWORD(401, 401),
        READER(0, 403),
        ADMIN(0, 0),
        EXPIRED(401, 401),
        NOT_YET_VALID(401, 401),
        WRONG_AUDIENCE(401, 401),
        NO_AUDIENCE(401, 401),
        WRONG_ISSUER(401, 401),
        NO_SCOPE(403, 403),
        OTHER_SCOPE(403, 403),
        ALG_NONE(401, 401),
        FORGED_SIGNATURE(401, 401),
        PUBLIC_KEY_AS_SECRET(401, 401),
        UNKNOWN_KEY(401, 401),
        TOKEN_IN_THE_QUERY(401, 401),
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

    private static final String ALL_SCOPES = "read create update delete";

    private static AuthorizationServer authorizationServer;
    private static String url;
    private static Map<String, String> ids;
    private static Map<String, String> documents;

    @BeforeAll
    static void a_gateway_and_a_resource_of_each_type(Service service, Vertx vertx) {
        authorizationServer = new AuthorizationServer(vertx);
        var settings = authorizationServer.settings().put("failed-logins-per-minute", 1000);
        url = "http://127.0.0.1:" + service.startGateway("authentication", settings);
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

    @ParameterizedTest
    @EnumSource
    void every_operation_requires_valid_credentials_with_its_scope(Credentials credentials, Service service)
            throws SQLException {
        var client = client(credentials);
        try (var session = service.databaseSession()) {
            var before = stateOf(session);
            for (var operation : operations(service, credentials)) {
                var path = operation.path()
                        + (credentials == Credentials.TOKEN_IN_THE_QUERY
                                ? "?access_token=" + token(claims -> claims)
                                : "");
                var response = client.send(operation.method(), path, operation.document());
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
        var anonymous = Client.of(url);
        var now = Instant.now().getEpochSecond();
        return switch (credentials) {
            case NONE, TOKEN_IN_THE_QUERY -> anonymous;
            case WRONG_PASSWORD -> anonymous.withCredentials("admin", unique("wrong"));
            case READER -> anonymous.withCredentials("reader", "reader");
            case ADMIN -> anonymous.withCredentials("admin", "admin");
            case TOKEN -> bearer(token(claims -> claims));
            case EXPIRED -> bearer(token(claims -> claims.put("exp", now - 60)));
            case NOT_YET_VALID -> bearer(token(claims -> claims.put("nbf", now + 60)));
            case WRONG_AUDIENCE -> bearer(token(claims -> claims.put("aud", "another")));
            case NO_AUDIENCE -> bearer(token(claims -> without(claims, "aud")));
            case WRONG_ISSUER -> bearer(token(claims -> claims.put("iss", "https://elsewhere.example.edu")));
            case NO_SCOPE -> bearer(token(claims -> without(claims, "scope")));
            case OTHER_SCOPE -> bearer(token(claims -> claims.put("scope", "openid profile email")));
            case ALG_NONE -> bearer(AuthorizationServer.content(new JsonObject().put("alg", "none"), claims()) + ".");
            case FORGED_SIGNATURE -> bearer(authorizationServer.forged(claims()));
            case PUBLIC_KEY_AS_SECRET -> bearer(authorizationServer.signedWithPublicKey(claims()));
            case UNKNOWN_KEY ->
                bearer(authorizationServer.signed(authorizationServer.header().put("kid", "unknown"), claims()));
            case SESSION_WITHOUT_CSRF_TOKEN -> browser();
        };
    }

    private static JsonObject without(JsonObject claims, String claim) {
        claims.remove(claim);
        return claims;
    }

    private static JsonObject claims() {
        return authorizationServer.claims(ALL_SCOPES);
    }

    private static String token(UnaryOperator<JsonObject> change) {
        return authorizationServer.token(change.apply(claims()));
    }

    private static Client bearer(String token) {
        return Client.of(url).withHeader("Authorization", "Bearer " + token);
    }

    private static Client browser() {
        var opened = Client.of(url).withCredentials("admin", "admin").send("POST", "/v1/sessions/", Optional.empty());
        return Client.of(url)
                .withHeader(
                        "Cookie",
                        String.join(
                                "; ",
                                opened.headers("Set-Cookie").stream()
                                        .map(cookie -> cookie.replaceAll(";.*", ""))
                                        .toList()));
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
