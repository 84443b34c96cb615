package dev.registrar.server.documentation.examples;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The consumer of events that the cookbook shows. */
@ExtendWith(ServiceExtension.class)
class DocumentedConsumerTest {
    private static final Logger log = LoggerFactory.getLogger(DocumentedConsumerTest.class);

    private static void logEvents(Vertx vertx) {
        vertx.eventBus().<JsonObject>consumer("registrar.events", message -> {
            var event = message.body();
            log.info("{} {}", event.getString("type"), event.getString("subject"));
        });
    }

    @Test
    void the_consumer_of_the_cookbook_logs_every_change(Service service) {
        try (var recorded = RecordedLog.start(this)) {
            logEvents(service.vertx());
            var id = service.newCourse();
            Await.until(
                    "the event is logged",
                    () -> recorded.messages(Level.INFO).contains("dev.registrar.courses.created courses/" + id));
        }
    }

    @Test
    void the_cookbook_shows_this_consumer() throws IOException {
        var shown = CodeBlock.of("docs/cookbook.md").stream()
                .filter(block -> block.is("java"))
                .map(CodeBlock::text)
                .toList();
        var source = Files.readString(
                Path.of("src/test/java/dev/registrar/server/documentation/examples/DocumentedConsumerTest.java"));
        assertThat(shown).singleElement().satisfies(code -> assertThat(source).contains(code.indent(8)));
    }
}
