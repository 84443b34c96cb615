package dev.registrar.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.OutputStreamAppender;
import dev.registrar.platform.operations.LogSettings.Format;
import dev.registrar.testing.Await;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** The log as the shipped logback.xml writes it, in both formats. */
final class WrittenLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger own = (Logger) LoggerFactory.getLogger("dev.registrar");
    private final LogEncoder encoder =
            (LogEncoder) ((OutputStreamAppender<ILoggingEvent>) root.getAppender("console")).getEncoder();

    private record Written(String text, String json) {}

    private final Queue<Written> events = new ConcurrentLinkedQueue<>();

    private WrittenLog() {
        start();
        root.addAppender(this);
    }

    static WrittenLog start(Object test) {
        var log = new WrittenLog();
        log.setName(test.getClass().getSimpleName());
        return log;
    }

    /** Also logs what the service logs for its developers. */
    void addDetails() {
        own.setLevel(Level.DEBUG);
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(new Written(write(event, Format.TEXT), write(event, Format.JSON)));
    }

    private String write(ILoggingEvent event, Format format) {
        return new String(encoder.encode(event, format), StandardCharsets.UTF_8);
    }

    /** Waits for an event, and returns its lines. */
    List<String> awaitLines(String part) {
        return await(part).text().lines().toList();
    }

    /** Waits for an event, and returns it as JSON. */
    JsonObject awaitJson(String part) {
        return new JsonObject(await(part).json());
    }

    private Written await(String part) {
        Await.until(
                "logged: " + part,
                () -> events.stream().anyMatch(event -> event.text().contains(part)));
        return events.stream()
                .filter(event -> event.text().contains(part))
                .findFirst()
                .orElseThrow();
    }

    /** Everything that has been logged, in both formats. */
    String all() {
        return events.stream().map(event -> event.text() + event.json()).collect(Collectors.joining());
    }

    @Override
    public void close() {
        own.setLevel(null);
        root.detachAppender(this);
        stop();
    }
}
