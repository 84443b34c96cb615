package dev.registrar.contract.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Writes the pages to read as HTML, and the list of their names. Maven runs it after the compiler. */
public final class WritePages {
    private WritePages() {}

    /** Takes two arguments: the root of the repository and the folder to write to. */
    public static void main(String[] arguments) throws IOException {
        var root = Path.of(arguments[0]).normalize();
        var folder = Files.createDirectories(Path.of(arguments[1]));
        for (var page : MarkdownPage.values()) {
            Files.writeString(folder.resolve(page.file()), new PageRenderer(root, page).html());
        }
        Files.write(
                folder.resolve("names"),
                Arrays.stream(MarkdownPage.values()).map(MarkdownPage::segment).toList());
    }
}
