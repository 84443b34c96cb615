package dev.registrar.events.webhook;

import dev.registrar.events.log.EventLog;
import dev.registrar.events.log.EventLog.Batch;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Reads of the log. Endpoints at the same position, as nearly all are that do not fail, share one that is in progress.
 */
final class SharedReads {
    private final EventLog log;
    private final Map<Place, Future<Batch>> inProgress = new HashMap<>();

    SharedReads(EventLog log) {
        this.log = log;
    }

    private record Place(long position, List<String> types, int limit) {}

    /** The next events after a position, of these types, as the table of events has them. */
    Future<Batch> after(long position, List<String> types, int limit) {
        var place = new Place(position, types, limit);
        var known = inProgress.get(place);
        if (known != null) {
            return known;
        }
        var read = log.after(OptionalLong.of(position), types, limit);
        inProgress.put(place, read);
        return read.onComplete(over -> inProgress.remove(place));
    }
}
