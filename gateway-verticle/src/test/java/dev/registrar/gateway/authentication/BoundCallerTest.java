package dev.registrar.gateway.authentication;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.authentication.Sessions.browser;
import static dev.registrar.testing.authentication.Sessions.open;
import static dev.registrar.testing.authentication.Sessions.script;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.authentication.BoundCallers;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.http.Client;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A caller whose access token, or whose user in the users file, is bound to a person sees only the registrations of that person. */
@ExtendWith(ServiceExtension.class)
class BoundCallerTest {
    private static final String ALL = "read create update delete";

    @AutoClose
    private static BoundCallers callers;

    private String course;
    private String otherCourse;
    private String alice;
    private String bob;
    private String ofAlice;
    private String ofBob;

    @BeforeAll
    static void a_gateway_that_binds_callers(Service service) {
        callers = BoundCallers.of(service);
    }

    @BeforeEach
    void two_people_with_one_registration_each(Service service) {
        course = service.newCourse();
        otherCourse = service.newCourse();
        alice = unique("alice");
        bob = unique("bob");
        ofAlice = register(service, alice);
        ofBob = register(service, bob);
    }

    private String register(Service service, String uni) {
        return service.admin()
                .post("/v1/registrations/", registration(uni, course))
                .id();
    }

    private Client asAlice() {
        return callers.boundTo(alice, ALL);
    }

    @Test
    void a_bound_caller_reads_courses_but_changes_none(Service service) {
        var url = "/v1/courses/" + course + "/";
        var nobody = callers.boundToNobody(ALL);
        for (var caller : List.of(asAlice(), nobody)) {
            caller.get(url).expectStatus(200);
            caller.post("/v1/courses/", course(unique("BOUND"), "Heraldry"))
                    .expectStatus(403)
                    .expectError("forbidden");
            caller.patch(url, Document.of("courses", course).attribute("course_name", "Taken over"))
                    .expectStatus(403);
            caller.patch(url + "relationships/course_terms", Document.linkage("course_terms", List.of()))
                    .expectStatus(403);
            caller.delete(url).expectStatus(403);
        }
        service.reader().get(url).expectStatus(200);
    }

    private static String item(String id) {
        return "/v1/registrations/" + id + "/";
    }

    @Test
    void a_bound_caller_lists_counts_and_filters_only_its_own_registrations() {
        asAlice()
                .get("/v1/registrations/?filter[courses]=" + course)
                .expect("/meta/pagination/count", "1")
                .expect("/data/0/id", ofAlice);
        assertThat(asAlice().get("/v1/registrations/?filter[uni]=" + bob).each("/id"))
                .isEmpty();
        assertThat(asAlice().get("/v1/registrations/?filter[id]=" + ofBob).each("/id"))
                .isEmpty();
        assertThat(asAlice().get("/v1/registrations/?page[after]=").each("/id")).containsExactly(ofAlice);
    }

    @Test
    void a_bound_caller_reads_and_changes_its_own_registrations_and_those_of_others_do_not_exist(Service service) {
        var change = Document.of("registrations").attribute("enrollment", "requested");
        var linkage = Document.linkage("courses", otherCourse);
        var caller = asAlice().withHeader("If-Match", "*");
        for (var response : List.of(
                caller.get(item(ofBob)),
                caller.head(item(ofBob)),
                caller.get(item(ofBob) + "courses/"),
                caller.get(item(ofBob) + "relationships/courses"),
                caller.patch(item(ofBob), change.withId(ofBob)),
                caller.put(item(ofBob), change.withId(ofBob).attribute("uni", alice)),
                caller.patch(item(ofBob) + "relationships/courses", linkage),
                caller.delete(item(ofBob)))) {
            response.expectStatus(404);
        }
        service.reader()
                .get(item(ofBob))
                .expect("/data/attributes/uni", bob)
                .expect("/data/relationships/courses/data/id", course);

        assertThat(caller.get(item(ofAlice) + "?include=courses").at("/included"))
                .hasSize(1);
        for (var response : List.of(
                caller.get(item(ofAlice) + "courses/"),
                caller.patch(item(ofAlice), change.withId(ofAlice)),
                caller.patch(item(ofAlice) + "relationships/courses", linkage))) {
            response.expectStatus(200);
        }
        caller.delete(item(ofAlice)).expectStatus(204);
    }

    @Test
    void a_bound_caller_can_register_only_itself(Service service) {
        asAlice().post("/v1/registrations/", registration(alice, otherCourse)).expectStatus(201);
        asAlice()
                .post("/v1/registrations/", registration(bob, otherCourse))
                .expectStatus(403)
                .expectError("forbidden", "pointer", "/data/attributes/uni");
        asAlice()
                .patch(item(ofAlice), Document.of("registrations", ofAlice).attribute("uni", bob))
                .expectStatus(403)
                .expectError("forbidden", "pointer", "/data/attributes/uni");
        service.reader()
                .get("/v1/registrations/?filter[uni]=%s&filter[courses]=%s".formatted(bob, otherCourse))
                .expect("/meta/pagination/count", "0");
    }

    @Test
    void the_claim_of_a_bound_caller_is_compared_without_regard_to_letter_case() {
        var aliceInUpperCase = callers.boundTo(alice.toUpperCase(Locale.ROOT), ALL);
        aliceInUpperCase.get("/v1/registrations/").expect("/data/0/id", ofAlice);
        aliceInUpperCase
                .post("/v1/registrations/", registration(alice.toUpperCase(Locale.ROOT), course))
                .expectStatus(409)
                .expectError("already_registered", "pointer", "/data/attributes/uni")
                .expect("/errors/0/links/about", callers.url() + item(ofAlice));
        aliceInUpperCase.delete(item(ofAlice)).expectStatus(204);
    }

    @Proves("JSON:API 1.0, Error Objects")
    @Test
    void a_caller_without_the_scope_to_read_gets_no_link_to_an_existing_registration() {
        callers.boundTo(alice, "create")
                .post("/v1/registrations/", registration(alice, course))
                .expectStatus(409)
                .expectError("already_registered")
                .expectAbsent("/errors/0/links");
    }

    @Test
    void a_caller_with_the_administrative_scope_is_not_bound() {
        callers.boundTo(alice, ALL + " registrar:admin").get(item(ofBob)).expectStatus(200);
    }

    @Test
    void a_caller_without_the_claim_sees_no_registration_and_can_register_nobody() {
        var unbound = callers.boundToNobody(ALL);
        unbound.get(item(ofAlice)).expectStatus(404);
        assertThat(unbound.get("/v1/registrations/").each("/id")).isEmpty();
        unbound.post("/v1/registrations/", registration(alice, otherCourse))
                .expectStatus(403)
                .expectError("forbidden", "pointer", "/data/attributes/uni")
                .expect("/errors/0/detail", "You can register only yourself, but your login does not say who you are.");
    }

    @Test
    void a_session_opened_by_a_bound_caller_is_bound_to_the_same_person() {
        var opened = open(asAlice()).expect("/meta/uni", alice).expect("/meta/scopes/0", "create");
        var browser = browser(Client.of(callers.url()), opened);
        browser.get(item(ofAlice)).expectStatus(200);
        browser.get(item(ofBob)).expectStatus(404);
    }

    @Test
    void a_bound_user_sees_and_registers_only_its_own_person_with_credentials_and_in_a_session(
            Service service, @TempDir Path folder) throws IOException {
        var jane = unique("jane");
        var users = Files.writeString(folder.resolve("people.properties"), """
                user.jane doe = s3cr3t, learner, uni:%s
                role.learner = read,create,update,delete
                """.formatted(jane));
        var anonymous = service.gateway("authentication", new JsonObject().put("users-file", users.toString()));
        var course = service.newCourse();
        var other = service.admin()
                .post("/v1/registrations/", registration(unique("john"), course))
                .id();

        var client = anonymous.withCredentials("jane doe", "s3cr3t");
        var opened = open(client).expect("/meta/uni", jane);
        var session = script(anonymous, opened);
        var own = client.post("/v1/registrations/", registration(jane, course)).expectStatus(201);
        for (var caller : List.of(client, session)) {
            assertThat(caller.get("/v1/registrations/").each("/id")).containsExactly(own.id());
            caller.get("/v1/registrations/%s/".formatted(other)).expectStatus(404);
            caller.post("/v1/registrations/", registration(unique("john"), course))
                    .expectStatus(403)
                    .expectError("forbidden", "pointer", "/data/attributes/uni");
        }
    }
}
