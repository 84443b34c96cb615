package dev.registrar.gateway.authentication.bearer;

import static dev.registrar.gateway.authentication.bearer.BearerTest.expectInvalid;
import static dev.registrar.testing.authentication.AuthorizationServer.AUDIENCE;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The claims that an access token must have (RFC 9068, 4), and the errors for tokens that do not have them. */
@ExtendWith(ServiceExtension.class)
class AccessTokenClaimsTest {
    private static final String EXPIRED = "Your login has expired; log in again.";
    private static final String NO_LONGER_VALID = "Your login is no longer valid; log in again.";
    private static final String NO_EXPIRY = "The access token has no expiry time.";
    private static final String TOO_EARLY = "The access token is not valid yet.";
    private static final String OTHER_AUDIENCE = "The access token is for another audience.";
    private static final String OTHER_ISSUER = "The access token comes from another issuer.";
    private static final String NO_NAME =
            "The access token does not contain the name of the caller as a text of 1 to 255 characters.";
    private static final String NO_PERSON = "The access token does not contain the person to whom it is bound.";
    private static final String NO_UNI = "The person to whom the access token is bound is not an identifier of 1 to 255"
            + " characters in normalization form NFKC, without white space at its ends, invisible characters, and letters"
            + " that become several letters, or another letter, in upper and lower case.";
    private static final String MALFORMED = "The access token is not a well-formed JWT with a signature.";

    @AutoClose
    private static AuthorizationServer authorizationServer;

    private static Client gateway;

    @BeforeAll
    static void a_gateway_that_accepts_access_tokens(Service service) {
        authorizationServer = new AuthorizationServer(service.vertx());
        var settings = authorizationServer.settings().put("oauth2-uni-claim", "person");
        gateway = service.gateway("authentication", settings);
    }

    private static JsonObject claims() {
        return authorizationServer.claims("read");
    }

    private static long inSeconds(long seconds) {
        return Instant.now().getEpochSecond() + seconds;
    }

    private static Response read(JsonObject claims) {
        return bearer(authorizationServer.token(claims));
    }

    /** Sends a read with valid claims, except that this claim has the given JSON value. */
    private static Response read(String claim, String json) {
        var others = claims();
        others.remove(claim);
        var token = "{\"%s\":%s,%s".formatted(claim, json, others.encode().substring(1));
        return bearer(authorizationServer.token(token));
    }

    private static Response bearer(String token) {
        return gateway.withToken(token).get("/v1/courses/?page[size]=1");
    }

    @Test
    void scopes_may_be_a_string_or_an_array_in_the_claim_scope_or_scp() {
        read(claims().put("scope", new JsonArray(List.of("openid", "read")))).expectStatus(200);
        var scp = claims().put("scp", "read profile");
        scp.remove("scope");
        read(scp).expectStatus(200);
        read(scp.put("scp", new JsonArray().add("read"))).expectStatus(200);
    }

    @Proves("Specification, Authentication")
    @Test
    void a_token_without_a_known_scope_is_403() {
        var claims = claims();
        claims.remove("scope");
        read(claims).expectStatus(403).expectError("forbidden");
        read(claims().put("scope", "readall administer")).expectStatus(403);
        read(claims().put("scope", new JsonObject().put("some", "read"))).expectStatus(403);
    }

    @Proves("Specification, Authentication")
    @Test
    void a_token_is_accepted_if_one_of_its_audiences_is_this_service() {
        read(claims().put("aud", AUDIENCE)).expectStatus(200);
        read(claims().put("aud", new JsonArray().add("account").add(AUDIENCE))).expectStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"azp", "client_id", "appid"})
    void a_token_may_name_the_client_that_it_was_issued_to(String claim) {
        read(claims().put(claim, "the-students-app")).expectStatus(200);
    }

    @Test
    void a_token_for_another_audience_is_rejected_with_that_reason() {
        expectInvalid(read(claims().put("aud", "registrar")), OTHER_AUDIENCE);
        expectInvalid(read(claims().put("aud", AUDIENCE + "/")), OTHER_AUDIENCE);
        expectInvalid(read(claims().put("aud", new JsonArray())), OTHER_AUDIENCE);
        expectInvalid(read(claims().put("aud", new JsonArray().add(new JsonArray().add(AUDIENCE)))), OTHER_AUDIENCE);
        expectInvalid(read(claims().putNull("aud")), OTHER_AUDIENCE);
        expectInvalid(read(claims().put("aud", new JsonObject().put("some", AUDIENCE))), MALFORMED);
    }

    @Proves("Specification, Authentication")
    @Test
    void a_token_of_another_issuer_is_rejected_with_that_reason() {
        expectInvalid(read(claims().put("iss", "https://elsewhere.example.edu")), OTHER_ISSUER);
        expectInvalid(read(claims().putNull("iss")), OTHER_ISSUER);
    }

    @Proves("RFC 6750, 3.1")
    @Test
    void a_token_that_has_expired_or_is_not_valid_yet_is_rejected_with_that_reason() {
        expectInvalid(read(claims().put("exp", inSeconds(-31))), EXPIRED);
        expectInvalid(read(claims().put("exp", 0)), EXPIRED);
        expectInvalid(read(claims().put("nbf", inSeconds(60))), TOO_EARLY);
        expectInvalid(read(claims().put("iat", inSeconds(60))), TOO_EARLY);
    }

    @Test
    void a_token_is_accepted_if_its_times_are_off_by_less_than_the_leeway_of_30_seconds() {
        read(claims().put("exp", inSeconds(-10))).expectStatus(200);
        read(claims().put("nbf", inSeconds(10))).expectStatus(200);
        read(claims().put("iat", inSeconds(10))).expectStatus(200);
    }

    @Test
    void whoever_follows_the_events_needs_a_token_that_has_not_expired() {
        var expired = gateway.withToken(authorizationServer.token(claims().put("exp", inSeconds(-10))));
        var latest = "/v1/events/?page[after]=latest";
        expectInvalid(expired.withHeader("Prefer", "wait=600").get(latest), NO_LONGER_VALID);
        expectInvalid(expired.withHeader("Accept", "text/event-stream").get(latest), NO_LONGER_VALID);
        expired.get(latest).expectStatus(200);
    }

    @Test
    void the_times_of_a_token_may_have_a_fraction() {
        read(claims().put("exp", inSeconds(300) + 0.5).put("nbf", inSeconds(-1) + 0.5))
                .expectStatus(200);
    }

    @ParameterizedTest
    @CsvSource({
        "1e17, 200, 401",
        "1e400, 200, 401",
        "99999999999999999999999999, 401, 401",
        "-1e18, 401, 200",
        "-1e400, 401, 200",
        "-99999999999999999999999999, 401, 401",
        "'\"4102444800\"', 401, 401",
        "null, 401, 401",
        "{}, 401, 401"
    })
    void a_time_is_a_number_that_may_be_large_but_has_not_too_many_digits(
            String time, int statusOfExpiry, int statusOfStart) {
        read("exp", time).expectStatus(statusOfExpiry);
        read("nbf", time).expectStatus(statusOfStart);
        read("iat", time).expectStatus(statusOfStart);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "1e99999999999999", "01", "", "null"})
    void a_token_with_a_number_that_json_does_not_allow_or_none_is_rejected(String time) {
        expectInvalid(read("exp", time), MALFORMED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"iss|" + OTHER_ISSUER, "aud|" + OTHER_AUDIENCE, "exp|" + NO_EXPIRY, "sub|" + NO_NAME})
    void a_token_without_a_required_claim_is_rejected_with_that_reason(String claim, String reason) {
        var claims = claims();
        claims.remove(claim);
        expectInvalid(read(claims), reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\\u00a0\\u2003\"", "\"\\u200b\"", "\"alice\\u0000\"", "7", "[\"a\"]"})
    void a_token_whose_subject_is_blank_or_not_a_string_or_cannot_be_stored_is_rejected(String name) {
        expectInvalid(read("sub", name), NO_NAME);
        expectInvalid(read(claims().put("sub", "a".repeat(256))), NO_NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\\u00a0\"", "\"\\u200b\"", "7", "[\"ab1\"]"})
    void a_token_whose_person_is_blank_or_not_a_string_is_rejected(String person) {
        expectInvalid(read("person", person), NO_PERSON);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ab1", "ab1\u200b", "abe\u0301", "al\u01311", "AL\u01301", "stra\u00dfe"})
    void a_token_whose_person_could_not_be_registered_is_rejected_with_the_rule(String person) {
        expectInvalid(read(claims().put("person", person)), NO_UNI);
    }

    @Test
    void a_token_of_an_administrator_may_have_no_person() {
        var administrator = authorizationServer.claims("read registrar:admin");
        read(administrator.putNull("person")).expectStatus(200);
        read(claims()).expectStatus(200);
    }

    @Proves("RFC 6750, 3.1")
    @Test
    void the_error_for_an_invalid_signature_says_nothing_about_the_claims_of_the_token() {
        var forged = authorizationServer
                .signer()
                .forged(claims().put("exp", inSeconds(-60)).put("aud", "another-service"));
        expectInvalid(bearer(forged), "The signature of the access token is not valid.");
    }
}
