package dev.registrar.gateway.documentation.rendering;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.renderer.html.AttributeProvider;

/** Adds to the elements of a page what the style sheet and links to them need, and to its images their content. */
final class ServedAttributes implements AttributeProvider {
    private final Path source;

    ServedAttributes(Path source) {
        this.source = source;
    }

    @Override
    public void setAttributes(Node node, String tag, Map<String, String> attributes) {
        if (node instanceof Image image) {
            attributes.put("src", asDataUrl(source.resolveSibling(image.getDestination())));
        } else if (node instanceof FencedCodeBlock code && tag.equals("pre")) {
            attributes.put("class", code.getInfo().split(" ", 2)[0]);
        } else if (node instanceof TableCell cell && !cell.isHeader()) {
            attributes.put("data-column", headerOf(cell));
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

    /** Narrow windows show the cells of a row below each other, each with the header of its column. */
    private static String headerOf(TableCell cell) {
        var head = cell.getParent().getParent().getParent().getFirstChild();
        var header = head.getFirstChild().getFirstChild();
        for (var before = cell.getPrevious(); before != null; before = before.getPrevious()) {
            header = header.getNext();
        }
        return textOf(header);
    }

    private static String textOf(Node cell) {
        var text = new StringBuilder();
        for (var part = cell.getFirstChild(); part != null; part = part.getNext()) {
            if (part instanceof Text plain) {
                text.append(plain.getLiteral());
            } else if (part instanceof Code code) {
                text.append(code.getLiteral());
            }
        }
        return text.toString();
    }

    private static String asDataUrl(Path picture) {
        try {
            return "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(Files.readAllBytes(picture));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
