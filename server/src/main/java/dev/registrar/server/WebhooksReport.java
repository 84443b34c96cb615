package dev.registrar.server;

import dev.registrar.events.webhook.EndpointReport;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.start.Start;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Prints the state of the endpoints of webhooks, after it has let one of them continue if wanted.
 *
 * @param resumed the endpoint that continues
 */
record WebhooksReport(Optional<String> resumed, PrintStream out) implements Consumer<NodeDatabase> {
    private static final String LINE = "%-20s %-14s %-10s %7s %8s  %-20s  %s";

    @Override
    public void accept(NodeDatabase database) {
        resumed.ifPresent(endpoint -> resume(database, endpoint));
        print(reports(database));
    }

    private static List<EndpointReport> reports(NodeDatabase database) {
        return Start.join(EndpointReport.all(database, Deployment.RESOURCE_SCHEMAS));
    }

    /** No node has taken the endpoint up yet when the states are read, so they could be taken for a failure. */
    private void resume(NodeDatabase database, String endpoint) {
        if (!Start.join(EndpointReport.resume(database, Deployment.RESOURCE_SCHEMAS, endpoint))) {
            var known = reports(database).stream().map(EndpointReport::name).distinct();
            throw new IllegalArgumentException("there is no endpoint \"%s\"; the endpoints are: %s"
                    .formatted(endpoint, known.collect(Collectors.joining(", "))));
        }
        out.printf("Deliveries to %s continue within some seconds. The states until then:%n", endpoint);
    }

    private void print(List<EndpointReport> reports) {
        print("ENDPOINT", "SOURCE", "STATE", "WAITING", "GIVEN UP", "LAST DELIVERY", "REMARK");
        reports.forEach(report -> print(
                report.name(),
                report.source(),
                report.state(),
                report.waiting(),
                report.givenUp(),
                report.lastDelivery().orElse("never"),
                report.remark()));
    }

    private void print(Object... columns) {
        out.println(LINE.formatted(columns).stripTrailing());
    }
}
