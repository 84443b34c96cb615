package dev.registrar.server.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How the documentation page looks in a window. The screenshots are for people to look at. */
final class PageLayout {
    static final int WINDOW_HEIGHT = 800;

    private static final Path SCREENSHOTS = Path.of("target", "documentation-page");

    private final Page page;
    private final int width;

    private PageLayout(Page page, int width) {
        this.page = page;
        this.width = width;
    }

    static PageLayout of(DocumentationPage documentation, int width) {
        documentation.page().setViewportSize(width, WINDOW_HEIGHT);
        return new PageLayout(documentation.page(), width);
    }

    /** The title begins at the same distance from the left edge as the content below it. */
    void expectHeaderAboveContent() {
        var title = page.locator("header h1").boundingBox();
        var content = page.locator(".opblock").first().boundingBox();
        assertThat(title.x).as("the left edge of the title").isEqualTo(content.x);
    }

    void expectNoHorizontalScrolling() {
        var widest = page.evaluate("""
                width => [...document.querySelectorAll('body *')]
                    .filter(element => element.getBoundingClientRect().right > width + 1)
                    .map(element => element.className || element.tagName).slice(0, 5).join(', ')""", width);
        assertThat(page.evaluate("document.scrollingElement.scrollWidth"))
                .as("the width of the page, whose widest elements are " + widest)
                .isEqualTo(width);
    }

    /**
     * Opens one operation after the other, each as a person does, and measures it when its errors are listed.
     *
     * @return the heights of the operations and the widths of the page, by the ids of the operations
     */
    @SuppressWarnings("unchecked")
    Map<String, List<Integer>> openEachOperation() {
        return (Map<String, List<Integer>>) page.evaluate("""
                async () => {
                  const sizes = {};
                  for (const operation of document.querySelectorAll('.opblock')) {
                    const summary = operation.querySelector('.opblock-summary-control');
                    summary.click();
                    while (!operation.querySelector('.error-responses p')?.textContent) {
                      await new Promise(requestAnimationFrame);
                    }
                    const height = Math.round(operation.getBoundingClientRect().height);
                    sizes[operation.id] = [height, document.scrollingElement.scrollWidth];
                    summary.click();
                  }
                  return sizes;
                }""");
    }

    void takeScreenshot(String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(file(name)));
    }

    void takeScreenshot(Locator part, String name) {
        part.screenshot(new Locator.ScreenshotOptions().setPath(file(name)));
    }

    private Path file(String name) {
        return SCREENSHOTS.resolve("%s-%s.png".formatted(name, width));
    }
}
