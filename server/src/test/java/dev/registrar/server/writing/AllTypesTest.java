package dev.registrar.server.writing;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static dev.registrar.testing.document.Documents.term;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Proves;
import dev.registrar.testing.document.Document;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method on the collection and the items of every resource type. */
@ExtendWith(ServiceExtension.class)
class AllTypesTest {

    enum Type {
        COURSES("course_identifier", "course_name", "Name"),
        COURSE_TERMS("term_identifier", "effective_end_date", "2025-01-31"),
        REGISTRATIONS("uni", "enrollment", "requested");

        private final String key;
        private final String otherAttribute;
        private final String otherValue;

        Type(String key, String otherAttribute, String otherValue) {
            this.key = key;
            this.otherAttribute = otherAttribute;
            this.otherValue = otherValue;
        }

        String typeName() {
            return name().toLowerCase(Locale.ROOT);
        }

        String collection() {
            return "/v1/" + typeName() + "/";
        }

        Document newResource(Service service) {
            var courseId = service.newCourse();
            return switch (this) {
                case COURSES -> course(unique("ALL"), "Logic");
                case COURSE_TERMS -> term(unique("ALLTERM"), courseId);
                case REGISTRATIONS -> registration(unique("all"), courseId);
            };
        }
    }

    @Proves({
        "JSON:API 1.0, Fetching Resources",
        "JSON:API 1.0, Deleting Resources",
        "Specification, What the service does",
        "Specification, Operations",
        "Specification, Errors"
    })
    @ParameterizedTest
    @EnumSource
    void a_resource_can_be_created_read_changed_replaced_and_deleted(Type type, Service service) {
        var created = service.admin().post(type.collection(), type.newResource(service));
        var url = created.expectStatus(201).header("Location");
        created.expect("/data/type", type.typeName()).expect("/data/links/self", url);
        service.reader().get(url).expectStatus(200).expect("/data/id", created.id());

        service.admin()
                .patch(url, Document.of(type.typeName(), created.id()).attribute(type.otherAttribute, type.otherValue))
                .expectStatus(200)
                .expect("/data/id", created.id());

        var key = unique("put");
        service.admin()
                .put(
                        url,
                        Document.of(type.typeName(), created.id())
                                .attribute(type.key, key)
                                .attribute(type.otherAttribute, type.otherValue))
                .expectStatus(200)
                .expect("/data/attributes/" + type.key, key);
        service.reader()
                .get(type.collection() + "?filter[%s]=%s".formatted(type.key, key))
                .expect("/meta/pagination/count", "1");

        service.admin().delete(url).expectStatus(204);
        service.reader().get(url).expectStatus(404).expectError("not_found");
        service.admin().delete(url).expectStatus(404);
    }

    @ParameterizedTest
    @EnumSource
    void collections_and_items_support_head_and_options(Type type, Service service) {
        var url = service.admin()
                .post(type.collection(), type.newResource(service))
                .header("Location");
        service.reader().head(type.collection()).expectStatus(200);
        service.reader().head(url).expectStatus(200);
        service.anonymous()
                .options(type.collection())
                .expectStatus(200)
                .expectHeader("Allow", "GET, HEAD, OPTIONS, POST");
        service.anonymous()
                .options(url)
                .expectStatus(200)
                .expectHeader("Allow", "DELETE, GET, HEAD, OPTIONS, PATCH, PUT");
    }

    @Proves("Specification, courses")
    @ParameterizedTest
    @EnumSource
    void every_attribute_can_be_a_sort_field_and_a_sparse_fieldset(Type type, Service service) {
        var created = service.admin().post(type.collection(), type.newResource(service));
        created.at("/data/attributes").fieldNames().forEachRemaining(attribute -> {
            var page = service.reader()
                    .get(type.collection()
                            + "?sort=-%s&page[size]=1&fields[%s]=%s".formatted(attribute, type.typeName(), attribute))
                    .expectStatus(200);
            assertThat(page.at("/data/0/attributes").size()).isEqualTo(1);
        });
    }

    @Proves("JSON:API 1.0, Creating Resources, 409")
    @ParameterizedTest
    @EnumSource
    void a_resource_object_of_another_type_is_409(Type type, Service service) {
        service.admin()
                .post(type.collection(), Document.of("people"))
                .expectStatus(409)
                .expectError("type_conflict", "pointer", "/data/type");
    }
}
