package dev.registrar.platform.session;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.platform.database.RegularRemoval;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.operations.NodeMetrics;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores browser sessions in the schema {@code session}, and replies to the {@link SessionClient}s of the gateways. */
public final class SessionService {
    public static final String SCHEMA = "session";

    static final String ADDRESS = "registrar.sessions";
    static final String ACTION = "action";
    static final String OPEN = "open";
    static final String FIND = "find";
    static final String END = "end";
    static final String ID = "id";
    static final String SESSION = "session";
    static final String PER_CALLER = "per_caller";
    static final String IN_TOTAL = "in_total";

    private static final Logger LOG = LoggerFactory.getLogger(SessionService.class);
    private static final int MALFORMED = 400;
    private static final int UNAVAILABLE = 503;
    private static final Duration PRUNING_INTERVAL = Duration.ofMinutes(10);

    private static final String OPEN_SQL = """
            SELECT * FROM session.open(ROW($1::text, $2::text, $3::text, $4::bytea, $5::text, $6::text, $7::text,
                NULL, $8::timestamptz)::session.sessions, $9, $10) AS opened WHERE id IS NOT NULL""";

    private static final String FIND_SQL = "SELECT * FROM session.sessions WHERE id = $1";
    private static final String END_SQL = "DELETE FROM session.sessions WHERE id = $1";
    private static final String COUNT_SQL = "SELECT count(*) FROM session.sessions WHERE ends_at > now()";

    /** The minute allows for gateways whose clocks are behind. */
    private static final String PRUNE_SQL = """
            WITH removed AS (
                DELETE FROM session.sessions
                WHERE id = ANY(ARRAY(
                    SELECT id FROM session.sessions WHERE ends_at < now() - interval '1 minute'
                    ORDER BY ends_at LIMIT $1 FOR UPDATE SKIP LOCKED))
                RETURNING id
            )
            SELECT count(*) FROM removed
            """;

    private final Vertx vertx;
    private final Database requests;
    private final Database background;
    private final ProcessWarning unusable;

    /**
     * Creates a service.
     *
     * @param requests the connections for the gateways: those for reads, because they read sessions all the time, and seldom open one
     * @param background the connections for everything else, which must not wait while clients occupy the others
     */
    public SessionService(Vertx vertx, Database requests, Database background) {
        this.vertx = vertx;
        this.requests = requests;
        this.background = background;
        unusable = new ProcessWarning(vertx, LOG, "Sessions cannot be read or changed now");
    }

    /** Completes with the consumer when the whole cluster can send messages to it. */
    public Future<MessageConsumer<?>> start() {
        startPruning();
        NodeMetrics.of(vertx)
                .read(
                        this::count,
                        List.of(new NodeMetrics.Part<>(
                                "registrar.sessions", "Open sessions in the whole cluster", Long::doubleValue)));
        var consumer = vertx.eventBus().<JsonObject>consumer(ADDRESS, this::receive);
        return Future.<Void>future(consumer::completionHandler).map(consumer);
    }

    private void startPruning() {
        var batch = new Statement(PRUNE_SQL, Tuple.of(RegularRemoval.BATCH));
        var warning = new ProcessWarning(vertx, LOG, "Sessions that have ended currently cannot be removed");
        new RegularRemoval(vertx, background, batch, warning).start(PRUNING_INTERVAL);
    }

    private Future<Long> count() {
        return background
                .run(new Statement(COUNT_SQL, Tuple.tuple()))
                .map(rows -> rows.iterator().next().getLong(0));
    }

    private void receive(Message<JsonObject> message) {
        var statement = Future.succeededFuture(message).map(SessionService::statementFor);
        if (statement.failed()) {
            message.fail(
                    MALFORMED, "The message is malformed: " + statement.cause().getMessage());
            return;
        }
        statement
                .compose(requests::run)
                .map(rows -> Database.first(rows).map(row -> JsonObject.mapFrom(StoredSession.of(row))))
                .onSuccess(session -> message.reply(session.orElse(null)))
                .onFailure(failure -> {
                    unusable.log(failure);
                    message.fail(UNAVAILABLE, "Sessions cannot be read or changed now");
                });
    }

    private static Statement statementFor(Message<JsonObject> message) {
        var body = message.body();
        return switch (message.headers().get(ACTION)) {
            case OPEN ->
                new Statement(
                        OPEN_SQL,
                        body.getJsonObject(SESSION)
                                .mapTo(StoredSession.class)
                                .toTuple()
                                .addInteger(body.getInteger(PER_CALLER))
                                .addInteger(body.getInteger(IN_TOTAL)));
            case FIND -> new Statement(FIND_SQL, Tuple.of(idIn(body)));
            case END -> new Statement(END_SQL, Tuple.of(idIn(body)));
            default -> throw new IllegalArgumentException("sessions have no such action");
        };
    }

    private static String idIn(JsonObject body) {
        return Objects.requireNonNull(body.getString(ID), "it has no id");
    }
}
