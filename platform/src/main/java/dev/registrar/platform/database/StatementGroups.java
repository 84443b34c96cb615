package dev.registrar.platform.database;

import dev.registrar.platform.operations.RequestContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs statements with the same SQL that wait for a connection at the same time in one transaction and one round trip.
 * So a statement costs less, the more of them there are. Use it on one event loop only.
 */
final class StatementGroups {
    /** A larger group costs hardly less, but keeps locked what it has written for longer, and delays the next group. */
    private static final int MAX_SIZE = 8;

    private final PooledConnections pool;
    private final LockWaits locks;
    private final Map<String, Group> waiting = new HashMap<>();

    StatementGroups(PooledConnections pool, LockWaits locks) {
        this.pool = pool;
        this.locks = locks;
    }

    /** Runs a statement; the others in its group do not affect whether it succeeds. */
    Future<RowSet<Row>> run(CallContext context, Statement statement) {
        var member = new Member(context, statement, Promise.promise());
        var group = waiting.get(statement.sql());
        if (group != null && group.accepts(context)) {
            group.members().add(member);
            pool.measureWait(group.turn().future());
        } else {
            begin(new Group(member));
        }
        return context.unlessCancelled(RequestContext.kept(member.result().future()));
    }

    private void begin(Group group) {
        waiting.put(group.sql(), group);
        pool.with(group.context(), locks.limit(connection -> {
                    waiting.remove(group.sql(), group);
                    group.turn().complete();
                    return group.runOn(connection);
                }))
                .onSuccess(group::complete)
                .onFailure(failure -> {
                    waiting.remove(group.sql(), group);
                    group.turn().tryFail(failure);
                    handle(failure, group.members());
                });
    }

    /** One statement that fails undoes the others; then each of them runs by itself. */
    private void handle(Throwable failure, List<Member> members) {
        if (members.size() > 1 && DatabaseFailures.isUndone(failure)) {
            members.forEach(this::runAlone);
        } else {
            members.forEach(member -> member.result().fail(failure));
        }
    }

    private void runAlone(Member member) {
        pool.with(member.context(), locks.limit(connection -> Database.run(connection, member.statement())))
                .onComplete(member.result());
    }

    /** A statement of a group, and its result. */
    private record Member(CallContext context, Statement statement, Promise<RowSet<Row>> result) {}

    /**
     * Statements with the same SQL.
     *
     * @param context that of the first statement, which has the earliest deadline; it goes on for the others if nobody
     *     waits for
     *     the first one any more
     * @param turn completes when the group has a connection
     */
    private record Group(String sql, CallContext context, Promise<Void> turn, List<Member> members) {
        Group(Member first) {
            this(
                    first.statement().sql(),
                    first.context().withoutCancellation(),
                    Promise.promise(),
                    new ArrayList<>(List.of(first)));
        }

        /** Whether there is room for a call that need not end before the group does. */
        boolean accepts(CallContext other) {
            return members.size() < MAX_SIZE && !other.endsBefore(context);
        }

        /** Runs the statements, except those whose results nobody waits for any more. */
        Future<RowSet<Row>> runOn(SqlConnection connection) {
            members.removeIf(member -> member.context().deadline().get().isCancelled());
            return members.isEmpty()
                    ? Future.failedFuture(DatabaseFailures.notStarted("Nobody waits for the group"))
                    : runAll(connection);
        }

        private Future<RowSet<Row>> runAll(SqlConnection connection) {
            var arguments = members.stream()
                    .map(member -> member.statement().arguments())
                    .toList();
            return connection.preparedQuery(sql).executeBatch(arguments);
        }

        void complete(RowSet<Row> results) {
            var result = results;
            for (var member : members) {
                member.result().complete(result);
                result = result.next();
            }
        }
    }
}
