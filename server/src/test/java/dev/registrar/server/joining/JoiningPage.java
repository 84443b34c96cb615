package dev.registrar.server.joining;

import dev.registrar.server.testing.document.CodeBlock;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What the page about your own verticles shows. */
final class JoiningPage {
    /** The exit code of a JVM that a signal has ended. */
    static final int ENDED_BY_SIGTERM = 143;

    private JoiningPage() {}

    static List<String> classes() {
        return shown("java");
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
