package dev.registrar.server.benchmark;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server that the service is compared with: written by hand for the requests of the benchmark alone. It returns the
 * same bytes from the same tables, without what makes a service: it validates nothing, knows one password, and has no
 * entity tags, time limits, idempotency keys or enrollment process.
 */
public final class ReferenceServer {
    /** The user and password of all requests. */
    static final String AUTHORIZATION =
            "Basic " + Base64.getEncoder().encodeToString(bytes(Contestants.USER + ":" + Contestants.PASSWORD));

    private static final Logger LOG = LoggerFactory.getLogger(ReferenceServer.class);
    private static final int PAGE_SIZE = 20;
    private static final int CONNECTIONS = 4;

    private static final String BEGIN_OF_CURSOR = "[\"courses\",\"";
    private static final String END_OF_CURSOR = "\"]";

    private static final List<String> COURSE_ATTRIBUTES = List.of(
            "school_bulletin_prefix_code",
            "suffix_two",
            "subject_area_code",
            "course_number",
            "course_identifier",
            "course_name",
            "course_description",
            "effective_start_date",
            "effective_end_date",
            "last_mod_user_name",
            "last_mod_date");

    private static final List<String> TERM_ATTRIBUTES = List.of(
            "term_identifier",
            "audit_permitted_code",
            "exam_credit_flag",
            "effective_start_date",
            "effective_end_date",
            "last_mod_user_name",
            "last_mod_date");

    private static final List<String> REGISTRATION_ATTRIBUTES = List.of("uni", "enrollment");

    private static final String COURSE_COLUMNS = "r.id, r." + String.join(", r.", COURSE_ATTRIBUTES)
            + ", ARRAY(SELECT t.id FROM course.course_terms t WHERE t.course_id = r.id ORDER BY t.id)";
    private static final int TOTAL_COLUMN = COURSE_ATTRIBUTES.size() + 2;

    private static final String COURSE = "SELECT " + COURSE_COLUMNS + " FROM course.courses r WHERE r.id = $1";

    private static final String TOTAL =
            "(SELECT coalesce(sum(change), 0)::bigint FROM course.resource_counts WHERE type = 'courses')";

    private static final String FIRST_PAGE =
            "SELECT " + COURSE_COLUMNS + ", " + TOTAL + " FROM course.courses r ORDER BY r.id LIMIT " + PAGE_SIZE;

    private static final String PAGE_AFTER = "SELECT " + COURSE_COLUMNS
            + " FROM course.courses r WHERE r.id > $1 ORDER BY r.id LIMIT " + (PAGE_SIZE + 1);

    private static final String FILTERED = "SELECT " + COURSE_COLUMNS + ", count(*) OVER () FROM course.courses r"
            + " WHERE r.course_identifier = ANY($1) ORDER BY r.id LIMIT " + PAGE_SIZE;

    private static final String TERMS = "SELECT id, " + String.join(", ", TERM_ATTRIBUTES)
            + ", course_id FROM course.course_terms WHERE course_id = ANY($1) ORDER BY id";

    private static final String INSERT_COURSE =
            "INSERT INTO course.courses AS r (" + String.join(", ", COURSE_ATTRIBUTES)
                    + ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'admin', (now() AT TIME ZONE 'UTC')::date)"
                    + " RETURNING "
                    + COURSE_COLUMNS;

    private static final String INSERT_REGISTRATION =
            "INSERT INTO registration.registrations (uni, enrollment, course_id) VALUES ($1, 'pending', $2) RETURNING"
                    + " id";

    private static final String CONFIRM_REGISTRATION = "UPDATE registration.registrations SET enrollment = 'confirmed'"
            + " WHERE id = $1 RETURNING id, uni, enrollment, course_id";

    private final Pool pool;

    private ReferenceServer(Pool pool) {
        this.pool = pool;
    }

    /** Starts the server on a free port, with the database whose URI is the argument. */
    public static void main(String[] arguments) {
        var vertx = Vertx.vertx();
        var database = PgConnectOptions.fromUri(arguments[0])
                .setCachePreparedStatements(true)
                .setPreparedStatementCacheSqlLimit(16_384);
        var pool = PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(CONNECTIONS))
                .connectingTo(database)
                .using(vertx)
                .build();
        vertx.createHttpServer()
                .requestHandler(new ReferenceServer(pool)::respond)
                .listen(0, "127.0.0.1")
                .onSuccess(server -> System.out.println("ready at http://127.0.0.1:" + server.actualPort()))
                .onFailure(failure -> LOG.error("The server cannot start", failure));
    }

    private void respond(HttpServerRequest request) {
        if (!AUTHORIZATION.equals(request.getHeader("Authorization"))) {
            request.response().setStatusCode(401).end();
            return;
        }
        var isPost = request.method().equals(HttpMethod.POST);
        (isPost ? request.body().compose(body -> create(request, body.toJsonObject())) : read(request))
                .onSuccess(document -> request.response()
                        .setStatusCode(isPost ? 201 : 200)
                        .putHeader("Content-Type", "application/vnd.api+json")
                        .end(document))
                .onFailure(failure -> {
                    LOG.error("{} {} failed", request.method(), request.uri(), failure);
                    request.response().setStatusCode(500).end();
                });
    }

    private Future<Buffer> read(HttpServerRequest request) {
        var document = new Document(request);
        if (!request.path().endsWith("/courses/")) {
            var segments = request.path().split("/", -1);
            return run(COURSE, UUID.fromString(segments[segments.length - 2]))
                    .map(rows -> document.course(first(rows)));
        }
        var query = request.query() == null ? "" : request.query();
        if (query.startsWith("include=")) {
            return run(FIRST_PAGE)
                    .compose(page -> run(TERMS, (Object) ids(page)).map(terms -> document.page(page, terms)));
        } else if (query.startsWith("filter")) {
            var identifiers = request.getParam("filter[course_identifier]");
            return run(FILTERED, (Object) identifiers.split(",", -1)).map(page -> document.page(page));
        } else if (query.startsWith("page%5Bafter")) {
            return run(PAGE_AFTER, cursor(request.getParam("page[after]"))).map(document::pageAfter);
        }
        return run(FIRST_PAGE).map(page -> document.page(page));
    }

    private Future<Buffer> create(HttpServerRequest request, JsonObject body) {
        var document = new Document(request);
        var resource = body.getJsonObject("data");
        var attributes = resource.getJsonObject("attributes");
        if (request.path().endsWith("/courses/")) {
            return run(
                            INSERT_COURSE,
                            attributes.getString("school_bulletin_prefix_code"),
                            attributes.getString("suffix_two"),
                            attributes.getString("subject_area_code"),
                            attributes.getString("course_number"),
                            attributes.getString("course_identifier"),
                            attributes.getString("course_name"),
                            attributes.getString("course_description"),
                            LocalDate.parse(attributes.getString("effective_start_date")),
                            LocalDate.parse(attributes.getString("effective_end_date")))
                    .map(rows -> document.course(first(rows)));
        }
        var course =
                resource.getJsonObject("relationships").getJsonObject("courses").getJsonObject("data");
        return run(INSERT_REGISTRATION, attributes.getString("uni"), UUID.fromString(course.getString("id")))
                .compose(inserted -> run(CONFIRM_REGISTRATION, first(inserted).getUUID(0)))
                .map(rows -> document.registration(first(rows)));
    }

    private Future<RowSet<Row>> run(String sql, Object... arguments) {
        return pool.preparedQuery(sql).execute(Tuple.from(arguments));
    }

    private static Row first(RowSet<Row> rows) {
        return rows.iterator().next();
    }

    private static UUID[] ids(RowSet<Row> rows) {
        List<UUID> ids = new ArrayList<>();
        rows.forEach(row -> ids.add(row.getUUID(0)));
        return ids.toArray(UUID[]::new);
    }

    /** A cursor is a JSON array of the type and an id, in base64url. */
    private static String cursor(Row row) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(bytes(BEGIN_OF_CURSOR + row.getUUID(0) + END_OF_CURSOR));
    }

    private static UUID cursor(String encoded) {
        var array = new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
        return UUID.fromString(array.substring(BEGIN_OF_CURSOR.length(), array.length() - END_OF_CURSOR.length()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the document of one response. */
    private static final class Document {
        private final HttpServerRequest request;
        private final String root;
        private final StringBuilder out = new StringBuilder(1024);

        Document(HttpServerRequest request) {
            this.request = request;
            root = "http://" + request.getHeader("Host") + "/v1/";
        }

        Buffer course(Row row) {
            out.append("{\"data\":");
            addCourse(row);
            return withSelf(root + "courses/" + row.getUUID(0) + "/");
        }

        Buffer registration(Row row) {
            var url = root + "registrations/" + row.getUUID(0) + "/";
            out.append("{\"data\":");
            addResource("registrations", row, REGISTRATION_ATTRIBUTES);
            addToOne("courses", row.getUUID(3), url);
            return withSelf(url);
        }

        private Buffer withSelf(String url) {
            out.append(",\"links\":{\"self\":\"").append(url).append("\"}");
            return finish();
        }

        Buffer page(RowSet<Row> rows) {
            addCourses(rows);
            return finishPage(first(rows).getLong(TOTAL_COLUMN));
        }

        Buffer page(RowSet<Row> rows, RowSet<Row> terms) {
            addCourses(rows);
            var separator = ",\"included\":[";
            for (var term : terms) {
                out.append(separator);
                addTerm(term);
                separator = ",";
            }
            out.append(']');
            return finishPage(first(rows).getLong(TOTAL_COLUMN));
        }

        private Buffer finishPage(long total) {
            var pages = (total + PAGE_SIZE - 1) / PAGE_SIZE;
            addSelf();
            addPageLink("first", "number", 1);
            addPageLink("last", "number", pages);
            addPageLink("prev", "number", null);
            addPageLink("next", "number", pages > 1 ? 2 : null);
            out.append("},\"meta\":{\"pagination\":{\"page\":1,\"pages\":")
                    .append(pages)
                    .append(",\"count\":")
                    .append(total)
                    .append("}}");
            return finish();
        }

        Buffer pageAfter(RowSet<Row> rows) {
            List<Row> shown = new ArrayList<>();
            rows.forEach(shown::add);
            var more = shown.size() > PAGE_SIZE;
            if (more) {
                shown.remove(PAGE_SIZE);
            }
            addCourses(shown);
            addSelf();
            addPageLink("first", "after", "");
            addPageLink("last", "before", "");
            addPageLink("prev", "before", cursor(shown.get(0)));
            addPageLink("next", "after", more ? cursor(shown.get(shown.size() - 1)) : null);
            out.append('}');
            return finish();
        }

        private void addSelf() {
            out.append(",\"links\":{\"self\":\"").append(root, 0, root.length() - "/v1/".length());
            out.append(request.uri()).append('"');
        }

        private void addPageLink(String name, String parameter, Object value) {
            out.append(",\"").append(name).append("\":");
            if (value == null) {
                out.append("null");
                return;
            }
            out.append('"').append(root).append("courses/?");
            if (request.query() != null && !request.query().startsWith("page")) {
                out.append(request.query()).append('&');
            }
            out.append("page%5B").append(parameter).append("%5D=").append(value);
            out.append("&page%5Bsize%5D=").append(PAGE_SIZE).append('"');
        }

        private void addCourses(Iterable<Row> rows) {
            var separator = "{\"data\":[";
            for (var row : rows) {
                out.append(separator);
                addCourse(row);
                separator = ",";
            }
            out.append(']');
        }

        private void addCourse(Row row) {
            var url = addResource("courses", row, COURSE_ATTRIBUTES);
            out.append(",\"relationships\":{\"course_terms\":{\"data\":[");
            var ids = row.getArrayOfUUIDs(COURSE_ATTRIBUTES.size() + 1);
            var separator = "{\"type\":\"course_terms\",\"id\":\"";
            for (var id : ids) {
                out.append(separator).append(id).append("\"}");
                separator = ",{\"type\":\"course_terms\",\"id\":\"";
            }
            out.append("],\"meta\":{\"count\":").append(ids.length);
            addRelationshipLinks("},", "course_terms", url);
        }

        private void addTerm(Row row) {
            var url = addResource("course_terms", row, TERM_ATTRIBUTES);
            addToOne("course", row.getUUID(TERM_ATTRIBUTES.size() + 1), url);
        }

        private void addToOne(String relationship, UUID course, String url) {
            out.append(",\"relationships\":{\"").append(relationship);
            out.append("\":{\"data\":{\"type\":\"courses\",\"id\":\"")
                    .append(course)
                    .append('"');
            addRelationshipLinks("},", relationship, url);
        }

        private void addRelationshipLinks(String end, String relationship, String url) {
            out.append(end).append("\"links\":{\"self\":\"").append(url);
            out.append("relationships/")
                    .append(relationship)
                    .append("\",\"related\":\"")
                    .append(url);
            out.append(relationship)
                    .append("/\"}}},\"links\":{\"self\":\"")
                    .append(url)
                    .append("\"}}");
        }

        private String addResource(String type, Row row, List<String> attributes) {
            var id = row.getUUID(0).toString();
            out.append("{\"type\":\"")
                    .append(type)
                    .append("\",\"id\":\"")
                    .append(id)
                    .append("\",\"attributes\":{\"");
            for (var column = 1; column <= attributes.size(); column++) {
                out.append(column > 1 ? ",\"" : "")
                        .append(attributes.get(column - 1))
                        .append("\":");
                addValue(row.getValue(column));
            }
            out.append('}');
            return root + type + "/" + id + "/";
        }

        private void addValue(Object value) {
            if (value instanceof String text) {
                out.append('"');
                JsonStringEncoder.getInstance().quoteAsString(text, out);
                out.append('"');
            } else if (value instanceof LocalDate) {
                out.append('"').append(value).append('"');
            } else {
                out.append(value);
            }
        }

        private Buffer finish() {
            return Buffer.buffer(
                    out.append(",\"jsonapi\":{\"version\":\"1.0\"}}").toString());
        }
    }
}
