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

/** Passwords are not tried by the thousand; and who tries keeps nobody out who knows the right one. */
@ExtendWith(ServiceExtension.class)
class GuessedPasswordsTest {
    private static final int OF_USER_FROM_ADDRESS = 3;
    private static final int OF_USER = 7;
    private static final int FROM_ADDRESS = 5;
    private static final AtomicInteger NEXT = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static int shared;

    /** Each test takes users and addresses of its own. */
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

    private static void expectToWait(int port, String address, String user) {
        login(port, address, user, user)
                .expectStatus(429)
                .expectError("too_many_failed_logins", "header", "Authorization");
    }

    private static void expectToWait(String address, String user) {
        expectToWait(shared, address, user);
    }

    @Test
    void who_has_guessed_too_often_waits_even_with_the_right_password() {
        var address = newAddress();
        var user = newUser();
        guess(address, user, OF_USER_FROM_ADDRESS);
        expectToWait(address, user);
        var seconds = Integer.parseInt(login(shared, address, user, user).header("Retry-After"));
        assertThat(seconds).isBetween(1, 60);
    }

    @Test
    void who_has_guessed_too_often_waits_no_longer_than_the_window(Service service) {
        var port = start(service, new JsonObject().put("failed-logins-window", "1100 ms"));
        guess(port, "192.0.2.1", "user1", OF_USER_FROM_ADDRESS);
        expectToWait(port, "192.0.2.1", "user1");
        Await.until(
                "the window is over",
                () -> login(port, "192.0.2.1", "user1", "user1").status() == 200);
    }

    @Test
    void who_guesses_keeps_out_neither_others_at_the_address_nor_the_user_elsewhere() {
        var address = newAddress();
        var user = newUser();
        guess(address, user, OF_USER_FROM_ADDRESS);
        expectToWait(address, user);
        expectLoggedIn(address, newUser());
        expectLoggedIn(newAddress(), user);
    }

    @Test
    void guesses_at_a_user_from_many_addresses_are_counted_together_and_do_not_keep_the_user_out() {
        var home = newAddress();
        var user = newUser();
        expectLoggedIn(home, user);
        for (var address = 0; address < OF_USER; address++) {
            guess(newAddress(), user, 1);
        }
        expectToWait(newAddress(), user);
        expectLoggedIn(home, user);
    }

    @Test
    void guesses_at_many_users_from_one_address_are_counted_together_and_keep_out_strangers_alone() {
        var address = newAddress();
        var user = newUser();
        expectLoggedIn(address, user);
        for (var guessedAt = 0; guessedAt < FROM_ADDRESS; guessedAt++) {
            guess(address, newUser(), 1);
        }
        var stranger = newUser();
        expectToWait(address, stranger);
        expectLoggedIn(newAddress(), stranger);
        expectLoggedIn(address, user);
    }

    @Test
    void a_user_who_has_logged_in_is_guessed_at_no_more_often() {
        var address = newAddress();
        var user = newUser();
        expectLoggedIn(address, user);
        guess(address, user, OF_USER_FROM_ADDRESS);
        expectToWait(address, user);
    }

    @Test
    void the_log_tells_who_is_guessed_at_and_from_where_once_a_window(Service service) {
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
    void a_host_is_known_by_its_ipv4_address_or_its_ipv6_network(String address, String same, String other) {
        var user = newUser();
        guess(address, user, 1);
        guess(same, user, OF_USER_FROM_ADDRESS - 1);
        expectToWait(same, user);
        expectLoggedIn(other, user);
    }

    @Test
    void what_the_client_itself_says_of_its_address_is_not_believed() {
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
    void invented_users_and_addresses_push_nobody_out(Service service) {
        var port = start(service, new JsonObject().put("failed-logins-per-minute-from-address", 100_000));
        guess(port, "192.0.2.1", "user1", OF_USER_FROM_ADDRESS);
        guessAtOnce(port, number -> "192.0.2.3", number -> "invented" + number);
        guessAtOnce(port, "2001:db8:0:%x::1"::formatted, number -> "another" + number);
        expectToWait(port, "192.0.2.1", "user1");
        login(port, "192.0.2.1", "user2", "user2").expectStatus(200);
        login(port, "192.0.2.4", "user1", "user1").expectStatus(200);
    }

    /** Sends 10,050 guesses, many on each connection without waiting for the answers. */
    private static void guessAtOnce(int port, IntFunction<String> address, IntFunction<String> user) {
        for (var connection = 0; connection < 50; connection++) {
            var requests = IntStream.range(connection * 201, (connection + 1) * 201)
                    .mapToObj(number -> request(address.apply(number), user.apply(number), "keep-alive"))
                    .collect(Collectors.joining());
            var answers = RawConnection.exchange(port, requests + request("192.0.2.9", "last" + connection, "close"));
            assertThat(answers.split("HTTP/1.1 401 ", -1)).hasSize(203);
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
    void limits_by_which_one_address_could_keep_a_user_out_stop_the_start(String limit, int value, Service service) {
        assertThatThrownBy(() -> start(service, new JsonObject().put("failed-logins-per-minute-" + limit, value)))
                .cause()
                .hasMessageContaining("authentication.failed-logins-per-minute");
    }
}
