package dev.registrar.server.tracing;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs once that the collector does not accept spans, and once that it does again. Nothing else depends on the collector. */
final class ReportedExports implements SpanExporter {
    private static final Logger LOG = LoggerFactory.getLogger(ReportedExports.class);

    private final SpanExporter exporter;
    private final String endpoint;
    private final AtomicBoolean isFailing = new AtomicBoolean();

    ReportedExports(SpanExporter exporter, String endpoint) {
        this.exporter = exporter;
        this.endpoint = endpoint;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        var result = exporter.export(spans);
        return result.whenComplete(() -> report(result));
    }

    private void report(CompletableResultCode result) {
        var hasFailed = !result.isSuccess();
        if (isFailing.getAndSet(hasFailed) == hasFailed) {
            return;
        }
        if (hasFailed) {
            LOG.warn(
                    "Spans are lost until the collector at {} (tracing.endpoint) accepts them: {}",
                    endpoint,
                    String.valueOf(result.getFailureThrowable()));
        } else {
            LOG.info("The collector at {} accepts spans again", endpoint);
        }
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
