package dev.registrar.server.testing.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A fenced code block of a Markdown page.
 *
 * @param language the first word after the fence
 * @param place the rest of that line: where the code runs, if that is not the usual place for the language
 * @param text the lines between the fences
 */
public record CodeBlock(String language, String place, String text) {
    private static final Pattern FENCED =
            Pattern.compile("^```(\\w+) ?(\\w*)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    /** Returns the code blocks of a page, whose path is relative to the root of the repository. */
    public static List<CodeBlock> of(String page) throws IOException {
        return FENCED.matcher(Files.readString(Path.of("..").resolve(page)))
                .results()
                .map(found -> new CodeBlock(found.group(1), found.group(2), found.group(3)))
                .toList();
    }

    public boolean is(String wanted) {
        return (language + " " + place).strip().equals(wanted);
    }

    /** Returns the same block with the address of this service instead of that of the development service. */
    public CodeBlock at(String serviceUrl) {
        return new CodeBlock(language, place, text.replace("http://127.0.0.1:8080", serviceUrl));
    }
}
