package dev.registrar.server.development;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.RequestDocument;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Creates a few courses with their terms and registrations in an empty development service, through the event bus like
 * any other verticle. Some registrations are rejected, because their courses are not in effect. One stays pending,
 * because its enrollment is abandoned.
 */
final class SampleCatalogue {
    private static final String FILE = "sample-catalogue.json";
    private static final String COURSES = "courses";
    private static final String COURSE_TERMS = "course_terms";
    private static final String REGISTRATIONS = "registrations";
    private static final Caller LOADER = Caller.unbound("admin", Set.of("read", "create"));

    /** A registration that is rejected while its request waits is removed; a later rejection can be read. */
    private static final Preferences WITHOUT_WAITING = Preferences.of("respond-async");

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** The built-in decider decides on every registration, so these are stored as another one would have left them. */
    private static final String ABANDONED = """
            INSERT INTO registration.registrations (uni, course_id, enrollment, attempts, abandoned_at, reason)
            VALUES ($1, $2, 'pending', 10, now(), 'The decider did not respond in time.')""";

    private final Vertx vertx;
    private final ResourceClient verticles;
    private final PgConnectOptions database;

    SampleCatalogue(Vertx vertx, JsonObject configuration) {
        this.vertx = vertx;
        verticles = new ResourceClient(vertx);
        database = Settings.read(configuration, "database", DatabaseSettings.class)
                .uri()
                .connectOptions();
    }

    /** Creates the courses, each with its terms and registrations, if there are no courses yet. */
    Future<Void> loadIfEmpty() {
        return verticles
                .send(COURSES, request(Action.LIST))
                .compose(reply -> isEmpty(reply) ? load() : Future.succeededFuture());
    }

    private static boolean isEmpty(ResourceReply courses) {
        return Json.read(courses.document()).path("data").isEmpty();
    }

    private Future<Void> load() {
        return vertx.fileSystem()
                .readFile(FILE)
                .map(Json::read)
                .compose(samples -> forEach(samples, this::createCourse));
    }

    private static Future<Void> forEach(JsonNode elements, Function<JsonNode, Future<?>> creation) {
        return Future.all(stream(elements).map(creation).toList()).mapEmpty();
    }

    private static Stream<JsonNode> stream(JsonNode elements) {
        return StreamSupport.stream(elements.spliterator(), false);
    }

    private Future<Void> createCourse(JsonNode sample) {
        var inTerms = sample.path("registrations_in_terms");
        return create(COURSES, sample.path("course"), Map.of())
                .compose(course -> Future.all(
                        forEach(sample.path("terms"), term -> createTerm(term, course, inTerms)),
                        forEach(
                                sample.path(REGISTRATIONS),
                                uni -> createRegistration(uni, Map.of("courses", linkage(COURSES, course)))),
                        createAbandoned(sample.path("abandoned"), course)))
                .mapEmpty();
    }

    /** Creates a course term and the registrations for it, which are listed by its identifier. */
    private Future<Void> createTerm(JsonNode term, String course, JsonNode registrations) {
        var unis = registrations.path(term.path("term_identifier").textValue());
        return create(COURSE_TERMS, term, Map.of("course", linkage(COURSES, course)))
                .map(id -> Map.of("courses", linkage(COURSES, course), "course_term", linkage(COURSE_TERMS, id)))
                .compose(offering -> forEach(unis, uni -> createRegistration(uni, offering)));
    }

    private Future<String> createRegistration(JsonNode uni, Map<String, ?> offering) {
        return create(REGISTRATIONS, Map.of("uni", uni, "enrollment", "requested"), offering);
    }

    private Future<Void> createAbandoned(JsonNode unis, String course) {
        var registrations = stream(unis)
                .map(uni -> Tuple.of(uni.textValue(), UUID.fromString(course)))
                .toList();
        return registrations.isEmpty()
                ? Future.succeededFuture()
                : PgConnection.connect(vertx, database)
                        .compose(connection -> connection
                                .preparedQuery(ABANDONED)
                                .executeBatch(registrations)
                                .eventually(() -> connection.close())
                                .mapEmpty());
    }

    private static Map<String, ?> linkage(String type, String id) {
        return Map.of("data", Map.of("type", type, "id", id));
    }

    /** Creates a resource; returns its id. */
    private Future<String> create(String type, Object attributes, Map<String, ?> relationships) {
        var document = Json.write(out -> out.writePOJO(
                Map.of("data", Map.of("type", type, "attributes", attributes, "relationships", relationships))));
        return verticles
                .send(
                        type,
                        request(Action.CREATE)
                                .withDocument(RequestDocument.of(document))
                                .withPreferences(WITHOUT_WAITING))
                .map(reply ->
                        Json.read(reply.document()).path("data").path("id").textValue());
    }

    private static ResourceRequest request(Action action) {
        return ResourceRequest.of(action, LOADER, "", Deadline.in(TIMEOUT), FILE);
    }
}
