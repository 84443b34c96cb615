package dev.registrar.gateway.documentation.rendering;

import dev.registrar.gateway.documentation.MarkdownPage;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;
import org.commonmark.node.Text;

/** Changes the links of a page from those between files of the repository to those between pages of the service. */
final class ServedLinks extends AbstractVisitor {
    /** The address of the development service in examples and links. */
    private static final String DEVELOPMENT_SERVICE = "http://127.0.0.1:8080";

    private final Path page;

    /** Takes the path of the page in the repository. */
    ServedLinks(Path page) {
        this.page = page;
    }

    @Override
    public void visit(Link link) {
        var destination = link.getDestination();
        if (destination.startsWith(DEVELOPMENT_SERVICE)) {
            link.setDestination(destination.substring(DEVELOPMENT_SERVICE.length()));
        } else if (!destination.matches("#.*|https?:.*")) {
            leadToFile(link);
        }
    }

    private void leadToFile(Link link) {
        var parts = link.getDestination().split("(?=#)", 2);
        var file = page.resolveSibling(parts[0]).normalize();
        var fragment = parts.length > 1 ? parts[1] : "";
        Stream.of(MarkdownPage.values())
                .filter(served -> file.equals(Path.of(served.source())))
                .findAny()
                .ifPresentOrElse(
                        served -> link.setDestination(served.segment() + fragment),
                        () -> replaceByPlace(link, file + fragment));
    }

    /** The service does not have the file: the text of the link remains, with the place where the reader finds the file. */
    private static void replaceByPlace(Link link, String place) {
        while (link.getFirstChild() != null) {
            link.insertBefore(link.getFirstChild());
        }
        link.insertBefore(new Text(" (%s in the sources)".formatted(place)));
        link.unlink();
    }
}
