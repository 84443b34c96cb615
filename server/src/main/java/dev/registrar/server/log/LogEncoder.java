package dev.registrar.server.log;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.registrar.platform.operations.LogSettings;
import dev.registrar.platform.operations.LogSettings.Format;
import dev.registrar.platform.operations.LogText;
import dev.registrar.platform.settings.Settings;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Writes each log event by its pattern for people, or as JSON. {@code logback.xml} names this class. */
public final class LogEncoder extends PatternLayoutEncoder {
    /** Applies before the configuration is read, so that a start that fails is logged in the same way. */
    private static volatile Format format = ofEnvironment();

    private static Format ofEnvironment() {
        var chosen = Optional.ofNullable(System.getProperty("registrar.log.format"))
                .or(() -> Optional.ofNullable(System.getenv("REGISTRAR_LOG_FORMAT")));
        return chosen.filter("json"::equals).map(json -> Format.JSON).orElse(Format.TEXT);
    }

    /** Writes all further events as configured. */
    public static void configure(JsonObject configuration) {
        format = Settings.read(configuration, "log", LogSettings.class).format();
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return encode(event, format);
    }

    byte[] encode(ILoggingEvent event, Format chosen) {
        return chosen == Format.JSON
                ? JsonLine.of(event)
                : LogText.withoutForgedLines(getLayout().doLayout(event)).getBytes(StandardCharsets.UTF_8);
    }
}
