package dev.registrar.server.documentation.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.server.testing.document.DocumentedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Runs the shell commands of a page, one after the other in one shell, and compares what they print with the page. */
final class ShellExamples {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> RESPONSES = Set.of("json", "http", "text");

    /** In the page, the reader copies an id from the response; here, the shell takes the first id of that response. */
    private static final String COPIED_ID = "(?m)^(\\w+)=[0-9a-f]{8}-[0-9a-f-]{27}\\b.*$";

    private final List<CodeBlock> blocks;
    private final Path folder;

    ShellExamples(List<CodeBlock> blocks, Path folder) {
        this.blocks = blocks;
        this.folder = folder;
    }

    void run() throws IOException, InterruptedException {
        var script = new ArrayList<>(List.of("set -euo pipefail"));
        for (var number = 0; number < blocks.size(); number++) {
            if (blocks.get(number).is("sh")) {
                script.add("{\n%s} >%s\ncp %s last".formatted(withIdOfLast(blocks.get(number)), number, number));
            }
        }
        Program.run("bash", Files.write(folder.resolve("commands.sh"), script));
        for (var number = 0; number < blocks.size(); number++) {
            if (RESPONSES.contains(blocks.get(number).language())) {
                expectPrinted(
                        blocks.get(number), Files.readString(folder.resolve(Integer.toString(commandOf(number)))));
            }
        }
    }

    private static String withIdOfLast(CodeBlock command) {
        return command.text()
                .replaceAll(COPIED_ID, "$1=\\$(grep -oE '\"id\":\"[^\"]*' last | head -n 1 | cut -d '\"' -f 4)");
    }

    /** A response follows its command; the same in JavaScript may be between them. */
    private int commandOf(int response) {
        var number = response;
        while (!blocks.get(number).is("sh")) {
            number--;
        }
        return number;
    }

    private static void expectPrinted(CodeBlock response, String printed) throws JsonProcessingException {
        switch (response.language()) {
            case "json" -> DocumentedJson.expectLike(JSON.readTree(response.text()), JSON.readTree(printed), "");
            case "http" -> expectResponse(response.text(), printed.replace("\r", ""));
            default ->
                assertThat(printed.replace("\r", "").strip())
                        .matches(DocumentedJson.pattern(response.text().strip()));
        }
    }

    /** The page shows the status, some of the headers and, if there is one, the document. */
    private static void expectResponse(String example, String printed) throws JsonProcessingException {
        var expected = example.split("\n\n", 2);
        var actual = printed.split("\n\n", 2);
        assertThat(expected[0].lines())
                .allSatisfy(line -> assertThat(actual[0].lines())
                        .anySatisfy(header -> assertThat(header).matches("(?i)" + DocumentedJson.pattern(line))));
        if (expected.length > 1) {
            DocumentedJson.expectLike(JSON.readTree(expected[1]), JSON.readTree(actual[1]), "");
        }
    }
}
