package dev.registrar.gateway.documentation.rendering;

import dev.registrar.gateway.documentation.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Renders one page, with links to the others. */
final class PageRenderer {
    private static final List<Extension> AS_ON_GITHUB =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    private static final Parser PARSER =
            Parser.builder().extensions(AS_ON_GITHUB).build();

    private final MarkdownPage page;
    private final Path source;

    PageRenderer(Path root, MarkdownPage page) {
        this.page = page;
        source = root.resolve(page.source());
    }

    String html() throws IOException {
        var attributes = new ServedAttributes(source);
        var renderer = HtmlRenderer.builder()
                .extensions(AS_ON_GITHUB)
                .attributeProviderFactory(context -> attributes)
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
        var content = PARSER.parse(Files.readString(source));
        content.accept(new ServedLinks(Path.of(page.source())));
        return content;
    }

    private String navigation() {
        var pages = Stream.of(MarkdownPage.values())
                .map(other -> "<a href=\"/v1/openapi/%s\"%s>%s</a>"
                        .formatted(other.segment(), other == page ? " aria-current=\"page\"" : "", other.title()));
        return Stream.concat(Stream.of("<a href=\"/v1/openapi\">API reference</a>"), pages)
                .collect(Collectors.joining("\n"));
    }
}
