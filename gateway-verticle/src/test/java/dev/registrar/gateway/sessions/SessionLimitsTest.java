package dev.registrar.gateway.sessions;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.cookie;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits on open sessions: per caller and in total. */
@ExtendWith({ServiceExtension.class, VertxExtension.class})
class SessionLimitsTest {
    private static final int PER_CALLER = 3;
    private static final int IN_TOTAL = 4;

    @TempDir
    private static Path directory;

    /** Creates users without sessions in other tests; the password of each is its name. */
    @BeforeAll
    static void users() throws IOException {
        var users = IntStream.range(0, 10)
                .mapToObj(number -> "user.caller%s=caller%s,reader".formatted(number, number))
                .collect(Collectors.joining("\n"));
        Files.writeString(directory.resolve("users.properties"), users + "\nrole.reader=read\n");
    }

    private static JsonObject settings() {
        return new JsonObject()
                .put("users-file", directory.resolve("users.properties").toString())
                .put("max-sessions-per-caller", PER_CALLER);
    }

    private static Client as(String caller, Client gateway) {
        return gateway.withCredentials(caller, caller);
    }

    private static boolean isOpen(Client gateway, Response opened) {
        return browser(gateway, opened).get("/v1/courses/?page[size]=1").status() == 200;
    }

    @Test
    void sessions_beyond_the_limit_of_a_caller_end_the_oldest_sessions_of_that_caller(Service service) {
        var gateway = service.gateway("authentication", settings());
        var ofOtherCaller = open(as("caller0", gateway));
        var opened = IntStream.range(0, PER_CALLER + 2)
                .mapToObj(number -> open(as("caller1", gateway)))
                .toList();
        assertThat(opened)
                .extracting(session -> isOpen(gateway, session))
                .containsExactly(false, false, true, true, true);
        assertThat(isOpen(gateway, ofOtherCaller)).isTrue();
    }

    @Test
    void the_limit_of_a_caller_holds_when_many_sessions_are_opened_concurrently(Service service) {
        var gateway = service.gateway("authentication", settings());
        Queue<Response> opened = new ConcurrentLinkedQueue<>();
        InParallel.forEach(IntStream.range(0, 40).boxed().toList(), number -> opened.add(open(as("caller2", gateway))));
        assertThat(opened)
                .hasSize(40)
                .filteredOn(session -> isOpen(gateway, session))
                .hasSize(PER_CALLER);
    }

    @Test
    void at_the_total_limit_a_caller_without_a_session_gets_503_and_a_caller_with_one_replaces_it() throws Exception {
        try (var service = Service.start("authentication", settings().put("max-sessions", IN_TOTAL))) {
            expectLimitInTotal(Client.of(service.url()));
        }
    }

    private static void expectLimitInTotal(Client gateway) {
        for (var session = 0; session < PER_CALLER; session++) {
            open(as("caller3", gateway));
        }
        var last = open(as("caller4", gateway));
        as("caller5", gateway)
                .send("POST", "/v1/sessions/", Optional.empty())
                .expectStatus(503)
                .expectHeader("Retry-After", "60")
                .expectError("too_many_sessions");
        open(as("caller3", gateway));
        script(gateway, last).delete("/v1/sessions/").expectStatus(204);
        open(as("caller5", gateway));
    }

    @Test
    void an_idempotency_key_whose_session_was_displaced_by_newer_ones_opens_a_new_session(Service service) {
        var gateway = service.gateway("authentication", settings());
        var client = as("caller7", gateway).withHeader("Idempotency-Key", unique("displaced-"));
        var oldest = open(client);
        for (var session = 0; session < PER_CALLER; session++) {
            open(as("caller7", gateway));
        }
        var opened = open(client);
        assertThat(cookie(opened, "registrar_session")).isNotEqualTo(cookie(oldest, "registrar_session"));
        assertThat(isOpen(gateway, opened)).isTrue();
    }

    @Test
    void an_idempotency_key_whose_session_has_expired_opens_a_new_session(Service service) {
        var gateway = service.gateway("authentication", settings().put("session-lifetime", "300 ms"));
        var client = as("caller8", gateway).withHeader("Idempotency-Key", unique("expired-"));
        var expired = open(client);
        Await.until("the session has expired", () -> !isOpen(gateway, expired));
        assertThat(cookie(open(client), "registrar_session")).isNotEqualTo(cookie(expired, "registrar_session"));
    }

    @Test
    void an_access_token_that_expired_within_the_leeway_opens_no_session(Service service, Vertx vertx) {
        try (var authorizationServer = new AuthorizationServer(vertx)) {
            var gateway = service.gateway("authentication", authorizationServer.settings());
            var claims =
                    authorizationServer.claims("read").put("exp", Instant.now().getEpochSecond() - 1);
            var rejected = gateway.withToken(authorizationServer.token(claims))
                    .send("POST", "/v1/sessions/", Optional.empty())
                    .expectStatus(401)
                    .expectError("unauthenticated", "header", "Authorization");
            assertThat(rejected.headers("WWW-Authenticate"))
                    .anySatisfy(challenge ->
                            assertThat(challenge).startsWith("Bearer ").contains("invalid_token"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "max-sessions-per-caller, 0",
        "max-sessions-per-caller, 101",
        "max-sessions, 0",
        "failed-logins-per-minute, 0"
    })
    void a_limit_of_sessions_or_failed_logins_outside_its_range_stops_the_start(
            String limit, int value, Service service) {
        assertThatThrownBy(() -> service.gateway("authentication", new JsonObject().put(limit, value)))
                .cause()
                .hasMessageContaining("authentication." + limit);
    }
}
