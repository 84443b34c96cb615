package dev.registrar.server.benchmark;

import java.util.Locale;

/** Requests per second of the service, in relation to the reference, as bars in SVG; one for each kind of request and size. */
record Chart(Report report) {
    private static final int LABELS = 300;
    private static final int WIDTH_OF_REFERENCE = 420;
    private static final int ROW = 24;
    private static final int BAR = 15;
    private static final int WIDTH = LABELS + WIDTH_OF_REFERENCE + 200;
    private static final int TOP = 48;

    String svg() {
        var service = report.results().stream()
                .filter(result -> result.contestant().equals(Contestants.SERVICE))
                .toList();
        var height = TOP + ROW * service.size() + ROW;
        var svg = new StringBuilder("""
            <svg xmlns="http://www.w3.org/2000/svg" width="%1$s" height="%2$s" font-family="sans-serif" font-size="13">
            <rect width="%1$s" height="%2$s" fill="white"/>
            <text x="16" y="24" font-size="15">Requests per second, in relation to a server written by hand</text>
            """.formatted(WIDTH, height));
        for (var row = 0; row < service.size(); row++) {
            svg.append(bar(service.get(row), TOP + ROW * row));
        }
        return svg.append(reference(height)).append("</svg>\n").toString();
    }

    private String bar(Result result, int y) {
        var reference = report.reference(result).requestsPerSecond();
        var ratio = result.requestsPerSecond() / reference;
        var text = y + BAR - 3;
        return String.format(
                Locale.ROOT,
                """
            <text x="%1$s" y="%2$s" text-anchor="end">%3$s, %4$,d courses</text>
            <rect x="%5$s" y="%6$s" width="%7$.0f" height="%8$s" fill="#2f6f9f"/>
            <text x="%9$.0f" y="%2$s" fill="#333">%10$.2f (%11$,.0f of %12$,.0f)</text>
            """,
                LABELS - 8,
                text,
                result.shape().title(),
                result.courses(),
                LABELS,
                y,
                ratio * WIDTH_OF_REFERENCE,
                BAR,
                LABELS + Math.max(1, ratio) * WIDTH_OF_REFERENCE + 8,
                ratio,
                result.requestsPerSecond(),
                reference);
    }

    private static String reference(int height) {
        var x = LABELS + WIDTH_OF_REFERENCE;
        return """
            <line x1="%1$s" y1="%2$s" x2="%1$s" y2="%3$s" stroke="#c0392b" stroke-dasharray="4 3"/>
            <text x="%1$s" y="%2$s" text-anchor="middle" fill="#c0392b">reference</text>
            """.formatted(x, TOP - 8, height - ROW);
    }
}
