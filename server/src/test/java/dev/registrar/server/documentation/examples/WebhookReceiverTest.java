package dev.registrar.server.documentation.examples;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.server.webhooks.Receiver;
import dev.registrar.server.webhooks.WebhookSection;
import dev.registrar.testing.Await;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the page on webhooks verify a real delivery. */
class WebhookReceiverTest {
    private static final String PAGE = "docs/webhooks.md";

    /** As JSON, which is also an expression of Python and JavaScript. */
    private static JsonObject headers;

    private static String body;

    @TempDir
    private Path folder;

    @BeforeAll
    static void a_delivery() throws Exception {
        try (var receiver = Receiver.start();
                var service = Service.start(WebhookSection.sections(WebhookSection.endpoint("library", receiver)))) {
            service.admin()
                    .post("/v1/courses/", course(unique("WHX"), "Ünïcödé"))
                    .expectStatus(201);
            Await.until("a delivery", () -> !receiver.all().isEmpty());
            var delivery = receiver.all().get(0);
            headers = new JsonObject();
            Stream.of("webhook-id", "webhook-timestamp", "webhook-signature")
                    .forEach(name -> headers.put(name, delivery.header(name)));
            body = delivery.body();
        }
    }

    private static String program(String language) throws IOException {
        return CodeBlock.of(PAGE).stream()
                .filter(block -> block.is(language))
                .findFirst()
                .orElseThrow()
                .text();
    }

    /** Runs a program with the genuine delivery, then with another body, another id and another time. */
    private String run(String command, String file, String program) throws IOException, InterruptedException {
        assumeTrue(Program.isInstalled(command), command + " is not installed");
        Files.writeString(folder.resolve("body"), body);
        return Program.run(command, Files.writeString(folder.resolve(file), program));
    }

    @Test
    void the_python_program_accepts_a_delivery_and_nothing_else() throws Exception {
        var printed = run("python3", "receiver.py", program("python") + """

                headers, body = %s, open("body", "rb").read()
                for changed, received in [({}, body), ({}, body + b" "), ({"webhook-id": "1"}, body),
                        ({"webhook-timestamp": "1"}, body), ({"webhook-signature": "v1,x v2,y"}, body),
                        ({"webhook-signature": "v1,x " + headers["webhook-signature"]}, body)]:
                    try:
                        verify("%s", {**headers, **changed}, received)
                        print("genuine")
                    except ValueError as e:
                        print(e)
                """.formatted(headers, WebhookSection.SECRET));
        expect(printed);
    }

    @Test
    void the_javascript_program_accepts_a_delivery_and_nothing_else() throws Exception {
        var printed = run("node", "receiver.mjs", program("js") + """

                import { readFileSync } from 'node:fs';
                const headers = %s, body = readFileSync('body');
                for (const [changed, received] of [[{}, body], [{}, Buffer.concat([body, body])], [{'webhook-id': '1'}, body],
                    [{'webhook-timestamp': '1'}, body], [{'webhook-signature': 'v1,x v2,y'}, body],
                    [{'webhook-signature': 'v1,x ' + headers['webhook-signature']}, body]]) {
                  try {
                    verify('%s', {...headers, ...changed}, received);
                    console.log('genuine');
                  } catch (e) {
                    console.log(e.message);
                  }
                }
                """.formatted(headers, WebhookSection.SECRET));
        expect(printed);
    }

    private static void expect(String printed) {
        assertThat(printed.lines())
                .containsExactly(
                        "genuine",
                        "wrong signature",
                        "wrong signature",
                        "sent too long ago",
                        "wrong signature",
                        "genuine");
    }
}
