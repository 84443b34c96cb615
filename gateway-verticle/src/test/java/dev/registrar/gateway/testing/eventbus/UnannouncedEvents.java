package dev.registrar.gateway.testing.eventbus;

import dev.registrar.gateway.testing.Service;
import java.sql.SQLException;

/** Published events of which no subscriber gets a message. */
public final class UnannouncedEvents {
    private UnannouncedEvents() {}

    /** Stores changes of courses. */
    public static void store(int count, Service service) throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.prepareStatement("""
                        INSERT INTO course.events (position, change, type, subject, document)
                        SELECT nextval('course.events_position_seq'), 'updated', 'courses', gen_random_uuid(), '{}'
                        FROM generate_series(1, ?)""")) {
            statement.setInt(1, count);
            statement.execute();
        }
    }
}
