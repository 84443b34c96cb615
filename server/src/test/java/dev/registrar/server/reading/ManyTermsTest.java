package dev.registrar.server.reading;

import static dev.registrar.server.testing.document.Documents.course;
import static dev.registrar.server.testing.document.Documents.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Proves;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.Sql;
import dev.registrar.server.testing.document.Document;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A course with more terms than one document contains. */
class ManyTermsTest {
    private static final int TERMS = 10_007;
    private static final int MOST_IN_A_DOCUMENT = 5_000;

    private static Service service;

    private String url;
    private String linkageUrl;

    /** The timeouts are long: a request that takes a second may take many on a busy machine. */
    @BeforeAll
    static void a_service_with_long_timeouts() throws Exception {
        service = Service.start(new JsonObject("""
                {"http": {"reply-timeout": "17 s"}, "database": {"statement-timeout": "16 s"}}"""));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void a_course_with_many_terms() throws SQLException {
        var id = service.admin()
                .post("/v1/courses/", course(unique("MANY"), "Logic"))
                .id();
        url = "/v1/courses/" + id + "/";
        linkageUrl = url + "relationships/course_terms";
        insertTerms(id);
    }

    /** Without events: no test reads them, and to publish them takes longer than all else. */
    private static void insertTerms(String courseId) throws SQLException {
        try (var session = service.databaseSession();
                var triggers = session.createStatement();
                var insert = session.prepareStatement("""
                        INSERT INTO course.course_terms
                        SELECT gen_random_uuid(), ?::text || n, 0, false, NULL, NULL, 'test', now(), ?::uuid
                        FROM generate_series(1, %s) AS n""".formatted(TERMS))) {
            session.setAutoCommit(false);
            triggers.execute("ALTER TABLE course.course_terms DISABLE TRIGGER course_terms_created");
            insert.setString(1, unique("MANY") + "-");
            insert.setString(2, courseId);
            insert.executeUpdate();
            triggers.execute("ALTER TABLE course.course_terms ENABLE TRIGGER course_terms_created");
            session.commit();
        }
    }

    @Proves("JSON:API 1.0, Pagination")
    @Test
    void linkage_of_many_terms_is_paginated_starting_in_the_course() {
        var read = service.reader()
                .get(url)
                .expectStatus(200)
                .expect("/data/relationships/course_terms/meta/count", Integer.toString(TERMS))
                .expect("/data/relationships/course_terms/links/self", service.url() + linkageUrl);
        List<String> ids = new ArrayList<>();
        read.at("/data/relationships/course_terms/data")
                .forEach(term -> ids.add(term.path("id").asText()));
        assertThat(ids).hasSize(MOST_IN_A_DOCUMENT);
        var next = read.at("/data/relationships/course_terms/links/next");
        while (!next.isNull()) {
            var page = service.reader()
                    .get(next.asText())
                    .expectStatus(200)
                    .expect("/links/self", next.asText())
                    .expect("/meta/count", Integer.toString(TERMS));
            ids.addAll(page.each("/id"));
            next = page.at("/links/next");
        }
        assertThat(new HashSet<>(ids)).hasSize(TERMS).hasSameSizeAs(ids);
        assertThat(service.reader().get(linkageUrl).expectStatus(200).each("/id"))
                .isEqualTo(ids.subList(0, MOST_IN_A_DOCUMENT));
        service.reader()
                .get(linkageUrl + "?page[number]=4")
                .expectStatus(404)
                .expectError("page_not_found", "parameter", "page[number]");
        service.reader().get(linkageUrl + "?page[size]=4").expectStatus(400).expectError("unknown_parameter");
    }

    @Test
    void an_include_of_too_many_terms_is_400() {
        for (var including :
                List.of(url + "?include=course_terms", url + "course_terms/?include=course.course_terms")) {
            service.reader().get(including).expectStatus(400).expectError("too_many_values", "parameter", "include");
        }
        var page = service.reader().get(url + "course_terms/?include=course&page[size]=100");
        assertThat(page.expectStatus(200).at("/included")).hasSize(1);
    }

    @Test
    void linkage_can_be_replaced_by_ten_thousand_terms() {
        List<String> ids = new ArrayList<>();
        for (var page = 1; page <= 2; page++) {
            service.reader()
                    .get(linkageUrl + "?page[number]=" + page)
                    .at("/data")
                    .forEach(term -> ids.add(term.path("id").asText()));
        }
        service.admin()
                .patch(linkageUrl, Document.linkage("course_terms", ids))
                .expectStatus(200)
                .expect("/meta/count", "10000");
    }

    @Test
    void a_course_can_be_deleted_after_all_of_its_many_terms_were_removed_at_once() {
        service.admin()
                .patch(linkageUrl, Document.linkage("course_terms", List.of()))
                .expectStatus(200)
                .expect("/meta/count", "0");
        service.admin().delete(url).expectStatus(204);
    }

    @Test
    void a_course_can_be_deleted_with_many_terms_and_publishes_an_event_for_each() {
        service.admin().delete(url).expectStatus(204);
        service.reader().get(url + "course_terms/").expectStatus(404);
        assertThat(Sql.count(service.databaseUri(), """
                course.events WHERE change = 'deleted' AND type = 'course_terms'
                AND document #>> '{relationships,course,data,id}' = '%s'""".formatted(url.split("/", -1)[3])))
                .isEqualTo(TERMS);
    }
}
