package dev.registrar.gateway.authentication.session;

import static dev.registrar.resource.error.ErrorCode.SERVICE_UNAVAILABLE;
import static dev.registrar.resource.error.ErrorCode.TOO_MANY_SESSIONS;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.operations.RequestContext;
import io.vertx.core.CompositeFuture;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.shareddata.AsyncMap;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Keeps sessions in memory; on a cluster, in the memory of all nodes. Each caller has a fixed number of slots, and each
 * slot holds at most one session, so the limit per caller also holds on a cluster, without locks. The total is counted
 * before a slot is taken, so concurrent requests may exceed that limit by a few.
 */
final class SessionStore {
    private static final String MAP = "registrar.session-slots";

    /** A concurrent request may take a slot; then the slots are read again. */
    private static final int ATTEMPTS = 100;

    private final Vertx vertx;
    private final SessionEnds ends;
    private final int perCaller;
    private final int inTotal;
    private volatile Future<AsyncMap<String, JsonObject>> sessions;

    SessionStore(Vertx vertx, int perCaller, int inTotal) {
        this.vertx = vertx;
        sessions = vertx.sharedData().getAsyncMap(MAP);
        ends = SessionEnds.follow(vertx, inTotal, this::clear);
        this.perCaller = perCaller;
        this.inTotal = inTotal;
    }

    /** The map; a cluster that could not provide it before is asked again. */
    private Future<AsyncMap<String, JsonObject>> sessions() {
        if (sessions.failed()) {
            sessions = vertx.sharedData().getAsyncMap(MAP);
        }
        return RequestContext.kept(sessions);
    }

    private record Slot(String name, Optional<OpenSession> session) {}

    /**
     * Opens a session, unless the same request has opened one before that is still open. If all slots of the caller are
     * taken, ends the oldest session.
     *
     * @param preferred the slot to try first: equal requests compete for the same one, and other requests rarely
     *     collide, even in two parts of a split cluster, whose slots merge
     * @param isSame whether a session of the caller was opened by the same request
     * @param newSession creates the session for a slot
     */
    Future<OpenSession> open(
            Caller caller, int preferred, Predicate<OpenSession> isSame, Function<String, OpenSession> newSession) {
        return open(slotNames(caller, preferred), isSame, newSession, ATTEMPTS);
    }

    private Future<OpenSession> open(
            List<String> names, Predicate<OpenSession> isSame, Function<String, OpenSession> newSession, int attempts) {
        if (attempts == 0) {
            return Future.failedFuture(SERVICE_UNAVAILABLE
                    .because("Too many logins of the same user at the same time; try again.")
                    .asException());
        }
        return slots(names)
                .compose(slots -> openedIn(slots)
                        .filter(session -> !session.isOver())
                        .filter(isSame)
                        .findFirst()
                        .map(Future::succeededFuture)
                        .orElseGet(() -> free(slots)
                                .compose(slot -> take(newSession.apply(slot)))
                                .compose(taken -> taken.map(Future::succeededFuture)
                                        .orElseGet(() -> open(names, isSame, newSession, attempts - 1)))));
    }

    Future<Optional<OpenSession>> find(SessionId id) {
        return slot(id.slot()).map(slot -> slot.session().filter(session -> session.isNamedBy(id)));
    }

    /** The number of open sessions, on all nodes of a cluster. */
    Future<Integer> size() {
        return sessions().compose(AsyncMap::size);
    }

    Future<Void> end(OpenSession session) {
        return ends.add(session).compose(known -> remove(session));
    }

    private Future<Void> remove(OpenSession session) {
        return sessions()
                .compose(map -> map.removeIfPresent(session.id().slot(), session.toJson()))
                .mapEmpty();
    }

    /** Removes a session from its slot if it has ended on another node: reading a slot does that. */
    private void clear(String slot) {
        var unused = slot(slot);
    }

    private List<String> slotNames(Caller caller, int preferred) {
        var digest = DigestUtils.sha256Hex(caller.identity());
        var first = Math.floorMod(preferred, perCaller);
        return IntStream.range(first, first + perCaller)
                .mapToObj(number -> digest + "-" + number % perCaller)
                .toList();
    }

    private Future<List<Slot>> slots(List<String> names) {
        return Future.all(names.stream().map(this::slot).toList()).map(CompositeFuture::list);
    }

    /** Reads a slot. Removes the session in it if that has ended. */
    private Future<Slot> slot(String name) {
        return sessions()
                .compose(map -> map.get(name))
                .map(json -> Optional.ofNullable(json).map(kept -> OpenSession.of(name, kept)))
                .compose(session -> session.filter(ends::includes)
                        .map(ended -> remove(ended).map(new Slot(name, Optional.empty())))
                        .orElseGet(() -> Future.succeededFuture(new Slot(name, session))));
    }

    private static Stream<OpenSession> openedIn(List<Slot> slots) {
        return slots.stream().map(Slot::session).flatMap(Optional::stream);
    }

    /** Returns an empty slot or, if there is none, the slot of the oldest session after ending it. */
    private Future<String> free(List<Slot> slots) {
        return slots.stream()
                .filter(slot -> slot.session().isEmpty())
                .findFirst()
                .map(slot -> requireRoom().map(slot.name()))
                .orElseGet(() -> endOldest(slots));
    }

    private Future<String> endOldest(List<Slot> slots) {
        var oldest =
                openedIn(slots).min(Comparator.comparing(OpenSession::opened)).orElseThrow();
        return end(oldest).map(oldest.id().slot());
    }

    private Future<Void> requireRoom() {
        return size().compose(size -> size < inTotal
                ? Future.succeededFuture()
                : Future.failedFuture(TOO_MANY_SESSIONS
                        .because("Too many people are logged in; try again later.")
                        .asException()));
    }

    /** Empty if another request has taken the slot in the meantime. */
    private Future<Optional<OpenSession>> take(OpenSession session) {
        var lifetime = Duration.between(Instant.now(), session.until()).toMillis();
        return sessions()
                .compose(map -> map.putIfAbsent(session.id().slot(), session.toJson(), Math.max(1, lifetime)))
                .map(other -> other == null ? Optional.of(session) : Optional.empty());
    }
}
