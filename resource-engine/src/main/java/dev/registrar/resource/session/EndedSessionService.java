package dev.registrar.resource.session;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.bus.BusConsumer;
import dev.registrar.resource.bus.ErrorReply;
import dev.registrar.resource.bus.MemberReader;
import dev.registrar.resource.bus.MessageBody;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.ProcessWarning;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores ended sessions for the gateways, which have no access to the database. */
public final class EndedSessionService {
    static final String RECORD = "registrar.sessions.end";
    static final String READ = "registrar.sessions.ended";
    static final String SESSION = "session";
    static final String UNTIL = "until";
    static final String AFTER = "after";

    private static final Logger LOG = LoggerFactory.getLogger(EndedSessionService.class);
    private static final Duration PRUNING_INTERVAL = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofDays(36_525);
    private static final int LONGEST_NAME = 200;

    private final Vertx vertx;
    private final EndedSessionTable table;
    private final ProcessWarning unpruned;
    private final ProcessWarning unusable;

    /**
     * Creates the service.
     *
     * @param schema the schema that has the table {@code ended_sessions}
     */
    public EndedSessionService(Vertx vertx, Database database, String schema) {
        this.vertx = vertx;
        table = new EndedSessionTable(database, schema);
        unpruned = new ProcessWarning(vertx, LOG, "Expired entries of ended sessions cannot be removed now");
        unusable = new ProcessWarning(vertx, LOG, "Ended sessions cannot be recorded or read now");
    }

    /** Completes when the service receives messages from the whole cluster. */
    public Future<List<BusConsumer>> offer() {
        table.removal(vertx, unpruned).start(PRUNING_INTERVAL);
        return Future.all(BusConsumer.open(vertx, RECORD, this::record), BusConsumer.open(vertx, READ, this::read))
                .map(opened -> opened.list());
    }

    private Future<?> record(Message<Object> message) {
        return Future.succeededFuture(message)
                .map(EndedSessionService::endIn)
                .compose(end -> table.record(end.session(), end.until()))
                .onSuccess(recorded -> message.reply(null))
                .onFailure(failure -> ErrorReply.send(message, errorsOf(failure)));
    }

    private Future<?> read(Message<Object> message) {
        return Future.succeededFuture(message)
                .map(EndedSessionService::numberIn)
                .compose(table::after)
                .onSuccess(ended -> message.reply(ended.toJson()))
                .onFailure(failure -> ErrorReply.send(message, errorsOf(failure)));
    }

    private JsonApiException errorsOf(Throwable failure) {
        if (failure instanceof JsonApiException known) {
            return known;
        }
        unusable.log(failure);
        return SERVICE_UNAVAILABLE
                .because("Ended sessions cannot be recorded or read now; try again.")
                .asException();
    }

    private record End(String session, Instant until) {}

    private static End endIn(Message<?> message) {
        var errors = new ErrorCollector();
        var members = new MemberReader(MessageBody.of(message).object(), List.of(SESSION, UNTIL), errors);
        var session = members.require(
                SESSION, "a text of at most %s characters".formatted(LONGEST_NAME), EndedSessionService::name);
        var until = members.require(
                UNTIL, "a time, in milliseconds since 1970, within 100 years", EndedSessionService::time);
        errors.throwIfAny();
        return new End(session.orElseThrow(), until.orElseThrow());
    }

    private static long numberIn(Message<?> message) {
        var errors = new ErrorCollector();
        var members = new MemberReader(MessageBody.of(message).object(), List.of(AFTER), errors);
        var after = members.require(AFTER, "the \"last\" of an earlier reply, or 0", EndedSessionService::whole);
        errors.throwIfAny();
        return after.orElseThrow();
    }

    private static Optional<String> name(JsonNode value) {
        return Optional.ofNullable(value.textValue()).filter(text -> text.length() <= LONGEST_NAME);
    }

    private static Optional<Long> whole(JsonNode value) {
        return value.canConvertToExactIntegral() && value.canConvertToLong()
                ? Optional.of(value.longValue())
                : Optional.empty();
    }

    /** The range of PostgreSQL's timestamps is smaller than that of a {@code long}. */
    private static Optional<Instant> time(JsonNode value) {
        return whole(value)
                .map(Instant::ofEpochMilli)
                .filter(time -> time.isBefore(Instant.now().plus(LONGEST)));
    }
}
