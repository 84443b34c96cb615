package dev.registrar.gateway.authentication;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
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
    private static final int LIMIT = 3;
    private static final AtomicInteger NEXT = new AtomicInteger();

    @TempDir
    private static Path directory;

    private static int shared;

    /** Each test uses its own users and addresses. */
    @BeforeAll
    static void a_gateway_with_many_users_whose_passwords_are_their_names(Service service) throws IOException {
        var users = IntStream.range(0, 100)
                .mapToObj(number -> "user.user%s=user%s,reader".formatted(number, number))
                .collect(Collectors.joining("\n"));
        Files.writeString(directory.resolve("users.properties"), users + "\nrole.reader=read\n");
        shared = start(service);
    }

    private static int start(Service service) {
        var settings = new JsonObject()
                .put("users-file", directory.resolve("users.properties").toString())
                .put("failed-logins-per-minute", LIMIT);
        return service.startGateway(new JsonObject()
                .put("http", new JsonObject().put("trusted-proxies", "127.0.0.1"))
                .put("authentication", settings));
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

    private static void expectTooManyFailedLogins(String address, String user) {
        login(shared, address, user, user)
                .expectStatus(429)
                .expectError("too_many_failed_logins", "header", "Authorization");
    }

    @Test
    void a_client_with_too_many_failed_logins_gets_429_even_with_the_right_password_and_after_an_earlier_login() {
        var address = newAddress();
        var user = newUser();
        expectLoggedIn(address, user);
        guess(address, user, LIMIT);
        expectTooManyFailedLogins(address, user);
        var seconds = Integer.parseInt(login(shared, address, user, user).header("Retry-After"));
        assertThat(seconds).isBetween(1, 60);
    }

    @Test
    void failed_logins_lock_out_neither_other_users_of_the_address_nor_the_user_at_other_addresses() {
        var address = newAddress();
        var user = newUser();
        guess(address, user, LIMIT);
        expectTooManyFailedLogins(address, user);
        expectLoggedIn(address, newUser());
        expectLoggedIn(newAddress(), user);
    }

    @Test
    void names_that_are_longer_than_those_of_users_are_counted_together() {
        var address = newAddress();
        var longName = "long".repeat(600);
        for (var attempt = 0; attempt < LIMIT; attempt++) {
            guess(address, longName + attempt, 1);
        }
        expectTooManyFailedLogins(address, longName + "another");
        expectLoggedIn(address, newUser());
    }

    @Test
    void the_log_names_the_user_and_address_of_too_many_failed_logins_once_per_minute(Service service) {
        var port = start(service);
        try (var log = RecordedLog.start(this)) {
            guess(port, "192.0.2.1", "user1\n", LIMIT);
            guess(port, "192.0.2.2", "user2", LIMIT);
            assertThat(log.messages(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains("3 logins of \"user1?\" from 192.0.2.1");
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
        guess(same, user, LIMIT - 1);
        expectTooManyFailedLogins(same, user);
        expectLoggedIn(other, user);
    }

    @Test
    void an_address_that_the_client_itself_claims_in_a_forwarding_header_is_ignored() {
        var address = newAddress();
        var user = newUser();
        guess(address, user, LIMIT);
        Client.of("http://127.0.0.1:" + shared)
                .withHeader("X-Forwarded-For", newAddress() + ", " + address)
                .withHeader("Forwarded", "for=" + newAddress())
                .withCredentials(user, user)
                .get("/v1/courses/")
                .expectStatus(429);
    }
}
