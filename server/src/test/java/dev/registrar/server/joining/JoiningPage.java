package dev.registrar.server.joining;

import dev.registrar.server.testing.document.CodeBlock;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What the page about your own verticles shows, and the files that it refers to. */
final class JoiningPage {
    /** The exit code of a JVM that a signal has ended. */
    static final int ENDED_BY_SIGTERM = 143;

    private JoiningPage() {}

    static List<String> classes() {
        return Stream.concat(
                        shown("java").stream(),
                        Stream.of("WaitingList", "Standby").map(JoiningPage::example))
                .toList();
    }

    private static String example(String name) {
        try {
            return Files.readString(Path.of("..", "docs", name + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Those that need nothing but the dependency that the page shows. */
    static List<String> classesWithoutEngine() {
        return classes().stream()
                .filter(source -> !source.contains("WaitingList"))
                .toList();
    }

    static String pom() {
        return shown("xml").get(0);
    }

    /** The main class that the POM runs. */
    static String mainClass() {
        return xml(pom()).getElementsByTagName("exec.mainClass").item(0).getTextContent();
    }

    private static Document xml(String text) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(text)));
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalArgumentException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> shown(String language) {
        try {
            return CodeBlock.of("docs/joining.md").stream()
                    .filter(block -> block.is(language))
                    .map(CodeBlock::text)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
