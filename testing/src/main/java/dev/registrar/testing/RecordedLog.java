package dev.registrar.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** Records what the service logs while a test runs. */
public final class RecordedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    private RecordedLog() {
        start();
        root.addAppender(this);
    }

    public static RecordedLog start(Object test) {
        var log = new RecordedLog();
        log.setName(test.getClass().getSimpleName());
        return log;
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(event);
    }

    /** Returns the messages of this level and above. */
    public List<String> messages(Level level) {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** Returns the warnings and errors that contain a text. */
    public List<String> warnings(String text) {
        return messages(Level.WARN).stream()
                .filter(message -> message.contains(text))
                .toList();
    }

    /** Returns the classes of the exceptions that were logged with messages that contain a text. */
    public List<String> exceptions(String text) {
        return events.stream()
                .filter(event -> event.getFormattedMessage().contains(text))
                .filter(event -> event.getThrowableProxy() != null)
                .map(event -> event.getThrowableProxy().getClassName())
                .toList();
    }

    @Override
    public void close() {
        root.detachAppender(this);
        stop();
    }
}
