package dev.registrar.contract.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Renders one page, with links to the others. */
record PageRenderer(Path root, MarkdownPage page) {
    private static final List<Extension> AS_ON_GITHUB =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    private static final Parser PARSER =
            Parser.builder().extensions(AS_ON_GITHUB).build();

    String html() throws IOException {
        var renderer = HtmlRenderer.builder()
                .extensions(AS_ON_GITHUB)
                .attributeProviderFactory(context -> this::setAttributes)
                .build();
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                  <meta charset="utf-8">
                  <meta name="viewport" content="width=device-width, initial-scale=1">
                  <title>%s - Registrar</title>
                  <link rel="stylesheet" href="/v1/openapi/pages.css">
                  <script src="/v1/openapi/address.js" defer></script>
                  <link rel="icon" type="image/png" href="/v1/openapi/ui/favicon-32x32.png" sizes="32x32">
                </head>
                <body>
                <nav aria-label="Documentation">
                %s
                </nav>
                <main>
                %s</main>
                </body>
                </html>
                """.formatted(page.title(), navigation(), renderer.render(content()));
    }

    private Node content() throws IOException {
        var content = PARSER.parse(Files.readString(source()));
        content.accept(new ServedLinks());
        return content;
    }

    private Path source() {
        return root.resolve(page.source());
    }

    private String navigation() {
        var pages = Stream.of(MarkdownPage.values())
                .map(other -> "<a href=\"%s\"%s>%s</a>"
                        .formatted(other.path(), other == page ? " aria-current=\"page\"" : "", other.title()));
        return Stream.concat(Stream.of("<a href=\"/v1/openapi\">API reference</a>"), pages)
                .collect(Collectors.joining("\n"));
    }

    /** Adds to the elements what the style sheet and links to them need, and to images their content. */
    private void setAttributes(Node node, String tag, Map<String, String> attributes) {
        if (node instanceof Image image) {
            attributes.put("src", asDataUrl(source().resolveSibling(image.getDestination())));
        } else if (node instanceof FencedCodeBlock code && tag.equals("pre")) {
            attributes.put("class", code.getInfo().split(" ", 2)[0]);
        } else if (node instanceof TableRow row) {
            nameOf(row).ifPresent(name -> attributes.put("id", name));
        }
    }

    /** What a row describes, such as an error code, so that a link can lead to it. */
    private static Optional<String> nameOf(TableRow row) {
        return row.getFirstChild().getFirstChild() instanceof Code code
                ? Optional.of(code.getLiteral()).filter(name -> name.matches("[a-z_]+"))
                : Optional.empty();
    }

    private static String asDataUrl(Path picture) {
        try {
            return "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(Files.readAllBytes(picture));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes the links of a page from those between files of the repository to those between pages of the service. */
    private final class ServedLinks extends AbstractVisitor {
        /** The address of the development service in examples and links. */
        private static final String DEVELOPMENT_SERVICE = "http://127.0.0.1:8080";

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
            var file = Path.of(page.source()).resolveSibling(parts[0]).normalize();
            var fragment = parts.length > 1 ? parts[1] : "";
            Stream.of(MarkdownPage.values())
                    .filter(served -> file.equals(Path.of(served.source())))
                    .findAny()
                    .ifPresentOrElse(
                            served -> link.setDestination(served.segment() + fragment),
                            () -> replaceByPlace(link, file + fragment));
        }

        /** The service does not have the file: the text of the link remains, with the place of the file. */
        private static void replaceByPlace(Link link, String place) {
            while (link.getFirstChild() != null) {
                link.insertBefore(link.getFirstChild());
            }
            link.insertBefore(new Text(" (%s in the sources)".formatted(place)));
            link.unlink();
        }
    }
}
