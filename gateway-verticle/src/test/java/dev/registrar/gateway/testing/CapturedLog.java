package dev.registrar.gateway.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** What this JVM logs from now on. */
public final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    public CapturedLog() {
        start();
        root().addAppender(this);
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(event);
    }

    /** The warnings that hold a text. */
    public List<String> warnings(String text) {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .filter(message -> message.contains(text))
                .toList();
    }

    @Override
    public void close() {
        root().detachAppender(this);
    }
}
