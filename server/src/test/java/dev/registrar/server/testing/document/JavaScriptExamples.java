package dev.registrar.server.testing.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The JavaScript of a page as one script. A comment after a call of {@code console.log} says what it prints. */
public final class JavaScriptExamples {
    private static final Pattern PRINTS = Pattern.compile("^ *console\\.log\\(.*\\); *// (.*)$", Pattern.MULTILINE);

    private final String script;

    /**
     * Collects code blocks.
     *
     * @param language the language and place of the blocks, such as {@code js browser}
     */
    public JavaScriptExamples(List<CodeBlock> blocks, String language) {
        script = blocks.stream()
                .filter(block -> block.is(language))
                .map(CodeBlock::text)
                .collect(Collectors.joining());
    }

    public String script() {
        return script;
    }

    /** Expects that the script has printed what its comments say. */
    public void expectPrinted(String printed) {
        var expected =
                PRINTS.matcher(script).results().map(line -> line.group(1)).collect(Collectors.joining("\n"));
        assertThat(expected).isNotEmpty();
        assertThat(printed.strip()).matches(DocumentedJson.pattern(expected));
    }
}
