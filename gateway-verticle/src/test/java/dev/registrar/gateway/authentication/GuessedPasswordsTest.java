package dev.registrar.gateway.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.RawConnection;
import dev.registrar.gateway.testing.RecordedLog;
import dev.registrar.gateway.testing.Response;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failed logins are limited, without locking out users who know their password. */
@ExtendWith(ServiceExtension.class)
class GuessedPasswordsTest {
    private static final int OF_USER_FROM_ADDRESS = 3;
    private static final int OF_USER = 7;
    private static final int FROM_ADDRESS = 5;
    private static final AtomicInteger NEXT = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static int shared;

    /** Each test uses its own users and addresses. */
    @BeforeAll
    static void a_gateway_with_many_users_whose_passwords_are_their_names(Service service) throws IOException {
        var users = IntStream.range(0, 100)
                .mapToObj(number -> "user.user%d=user%d,reader".formatted(number, number))
                .collect(Collectors.joining("\n"));
        Files.writeString(directory.resolve("users.properties"), users + "\nrole.reader=read\n");
        shared = start(service, new JsonObject());
    }

    private static int start(Service service, JsonObject settings) {
        var limits = new JsonObject()
                .put("users-file", directory.resolve("users.properties").toString())
                .put("failed-logins-per-minute", OF_USER_FROM_ADDRESS)
                .put("failed-logins-per-minute-of-user", OF_USER)
                .put("failed-logins-per-minute-from-address", FROM_ADDRESS);
        return service.startGateway(new JsonObject()
                .put("http", new JsonObject().put("trusted-proxies", "127.0.0.1"))
                .put("authentication", limits.mergeIn(settings)));
    }

    private static String newUser() {
        return "user" + NEXT.getAndIncrement();
    }

    private static String newAddress() {
        return "192.0.2." + NEXT.getAndIncrement();
    }

    private static Response login(int port, String address, String user, String password) {
        return Client.of("http://127.0.0.1:" + port)
                .withHeader("X-Forwarded-For", address)
                .withCredentials(user, password)
                .get("/v1/courses/?page[size]=1");
    }

    private static void guess(int port, String address, String user, int times) {
        for (var attempt = 0; attempt < times; attempt++) {
            login(port, address, user, "guess" + attempt).expectStatus(401);
        }
    }

    private static void guess(String address, String user, int times) {
        guess(shared, address, user, times);
    }

    private static void expectLoggedIn(String address, String user) {
        login(shared, address, user, user).expectStatus(200);
    }

    private static void expectTooManyFailedLogins(int port, String address, String user) {
        login(port, address, user, user)
                .expectStatus(429)
                .expectError("too_many_failed_logins", "header", "Authorization");
    }

    private static void expectTooManyFailedLogins(String address, String user) {
        expectTooManyFailedLogins(shared, address, user);
    }

    @Test
    void a_client_with_too_many_failed_logins_gets_429_even_with_the_right_password() {
        var address = newAddress();
        var user = newUser();
        guess(address, user, OF_USER_FROM_ADDRESS);
        expectTooManyFailedLogins(address, user);
        var seconds = Integer.parseInt(login(shared, address, user, user).header("Retry-After"));
        assertThat(seconds).isBetween(1, 60);
    }

    @Test
    void a_client_with_too_many_failed_logins_can_log_in_after_the_window(Service service) {
        var port = start(service, new JsonObject().put("failed-logins-window", "1100 ms"));
        Await.until(
                "too many logins have failed within one window",
                () -> login(port, "192.0.2.1", "user1", "wrong").status() == 429);
        Await.until(
                "the window is over",
                () -> login(port, "192.0.2.1", "user1", "user1").status() == 200);
    }

    @Test
    void failed_logins_lock_out_neither_other_users_of_the_address_nor_the_user_at_other_addresses() {
        var address = newAddress();
        var user = newUser();
        guess(address, user, OF_USER_FROM_ADDRESS);
        expectTooManyFailedLogins(address, user);
        expectLoggedIn(address, newUser());
        expectLoggedIn(newAddress(), user);
    }

    @Test
    void failed_logins_of_a_user_from_many_addresses_count_together_except_where_the_user_has_logged_in() {
        var home = newAddress();
        var user = newUser();
        expectLoggedIn(home, user);
        for (var address = 0; address < OF_USER; address++) {
            guess(newAddress(), user, 1);
        }
        expectTooManyFailedLogins(newAddress(), user);
        expectLoggedIn(home, user);
    }

    @Test
    void failed_logins_from_one_address_count_together_except_for_users_who_have_logged_in_there() {
        var address = newAddress();
        var user = newUser();
        expectLoggedIn(address, user);
        for (var guessedAt = 0; guessedAt < FROM_ADDRESS; guessedAt++) {
            guess(address, newUser(), 1);
        }
        var stranger = newUser();
        expectTooManyFailedLogins(address, stranger);
        expectLoggedIn(newAddress(), stranger);
        expectLoggedIn(address, user);
    }

    @Test
    void an_earlier_login_does_not_raise_the_limit_of_failed_logins() {
        var address = newAddress();
        var user = newUser();
        expectLoggedIn(address, user);
        guess(address, user, OF_USER_FROM_ADDRESS);
        expectTooManyFailedLogins(address, user);
    }

    @Test
    void the_log_names_the_user_and_address_of_too_many_failed_logins_once_per_window(Service service) {
        var port = start(service, new JsonObject());
        try (var log = RecordedLog.start(this)) {
            guess(port, "192.0.2.1", "user1\n", OF_USER_FROM_ADDRESS);
            guess(port, "192.0.2.2", "user2", OF_USER_FROM_ADDRESS);
            assertThat(log.messages(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains("3 logins of a user from one address", "\"user1?\"", "192.0.2.1");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2001:db8::1, 2001:db8::2, 2001:db8:0:1::1",
        "2001:db8:0:7::1, '[2001:db8:0:7:ffff::2]:4711', 2001:db8:0:8::1",
        "198.51.100.1, 198.51.100.1:4711, 198.51.100.2",
        "198.51.100.3, ::ffff:198.51.100.3, ::ffff:198.51.100.4",
        "'203.0.113.7, 198.51.100.5', 198.51.100.5, '198.51.100.5, 198.51.100.6'"
    })
    void failed_logins_are_counted_per_ipv4_address_or_ipv6_network_of_64_bits(
            String address, String same, String other) {
        var user = newUser();
        guess(address, user, 1);
        guess(same, user, OF_USER_FROM_ADDRESS - 1);
        expectTooManyFailedLogins(same, user);
        expectLoggedIn(other, user);
    }

    @Test
    void an_address_that_the_client_itself_claims_in_a_forwarding_header_is_ignored() {
        var address = newAddress();
        var user = newUser();
        guess(address, user, OF_USER_FROM_ADDRESS);
        Client.of("http://127.0.0.1:" + shared)
                .withHeader("X-Forwarded-For", newAddress() + ", " + address)
                .withHeader("Forwarded", "for=" + newAddress())
                .withCredentials(user, user)
                .get("/v1/courses/")
                .expectStatus(429);
    }

    @Test
    void many_invented_users_and_addresses_do_not_displace_the_counts_of_others(Service service) {
        var port = start(service, new JsonObject().put("failed-logins-per-minute-from-address", 100_000));
        guess(port, "192.0.2.1", "user1", OF_USER_FROM_ADDRESS);
        guessAtOnce(port, number -> "192.0.2.3", number -> "invented" + number);
        guessAtOnce(port, "2001:db8:0:%x::1"::formatted, number -> "another" + number);
        expectTooManyFailedLogins(port, "192.0.2.1", "user1");
        login(port, "192.0.2.1", "user2", "user2").expectStatus(200);
        login(port, "192.0.2.4", "user1", "user1").expectStatus(200);
    }

    /** Sends 10,050 guesses, pipelined over 50 connections. */
    private static void guessAtOnce(int port, IntFunction<String> address, IntFunction<String> user) {
        for (var connection = 0; connection < 50; connection++) {
            var requests = IntStream.range(connection * 201, (connection + 1) * 201)
                    .mapToObj(number -> request(address.apply(number), user.apply(number), "keep-alive"))
                    .collect(Collectors.joining());
            var responses = RawConnection.exchange(port, requests + request("192.0.2.9", "last" + connection, "close"));
            assertThat(responses.split("HTTP/1.1 401 ", -1)).hasSize(203);
        }
    }

    private static String request(String address, String user, String connection) {
        var credentials = Base64.getEncoder().encodeToString((user + ":guess").getBytes(StandardCharsets.UTF_8));
        return """
                GET /v1/courses/ HTTP/1.1
                Host: a
                Authorization: Basic %s
                X-Forwarded-For: %s
                Connection: %s

                """.formatted(credentials, address, connection).replace("\n", "\r\n");
    }

    @ParameterizedTest
    @CsvSource({"of-user, 3", "from-address, 2"})
    void limits_that_let_one_address_lock_out_a_user_stop_the_start(String limit, int value, Service service) {
        assertThatThrownBy(() -> start(service, new JsonObject().put("failed-logins-per-minute-" + limit, value)))
                .cause()
                .hasMessageContaining("authentication.failed-logins-per-minute");
    }

    @Test
    void a_window_in_which_no_failure_would_be_counted_stops_the_start(Service service) {
        assertThatThrownBy(() -> start(service, new JsonObject().put("failed-logins-window", "0 s")))
                .cause()
                .hasMessageContaining("authentication.failed-logins-window must be at least 1 ms");
    }
}
