package dev.registrar.server.tracing;

import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.settings.Settings;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.tracing.VertxTracer;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * The tracer of a node, if the configuration names a collector. Without one, Vert.x has no tracer at all. The tracing
 * SPI is the only way to give it one.
 */
public final class Tracing {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** How long the collector may take for a batch. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private Tracing() {}

    /** Creates a Vert.x that is not a node of a cluster, with a tracer if one is configured. */
    public static Vertx vertx(JsonObject configuration, VertxOptions options) {
        var builder = Vertx.builder().with(options);
        tracer(configuration).ifPresent(tracer -> builder.withTracer(unused -> tracer));
        return builder.build();
    }

    /** Creates the tracer, if one is configured. The Vert.x that uses it closes it. */
    public static Optional<VertxTracer<?, ?>> tracer(JsonObject configuration) {
        var settings = Settings.read(configuration, "tracing", TracingSettings.class);
        if (!settings.isOn()) {
            return Optional.empty();
        }
        var isTrusted = Settings.read(configuration, "http", HttpSettings.class).isFromTrustedProxy();
        return Optional.of(new RequestTracer(spans(settings), settings.sampleRatio(), isTrusted));
    }

    private static SdkTracerProvider spans(TracingSettings settings) {
        OpenTelemetryLog.passOn();
        return SdkTracerProvider.builder()
                .setResource(Resource.getDefault().merge(describe(settings)))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.sampleRatio())))
                .addSpanProcessor(BatchSpanProcessor.builder(exporter(settings))
                        .setScheduleDelay(INTERVAL)
                        .setExporterTimeout(TIMEOUT)
                        .build())
                .build();
    }

    private static Resource describe(TracingSettings settings) {
        var instance = settings.serviceInstance();
        return Resource.create(Attributes.of(
                AttributeKey.stringKey("service.name"),
                settings.serviceName(),
                AttributeKey.stringKey("service.instance.id"),
                instance.isBlank() ? UUID.randomUUID().toString() : instance));
    }

    private static SpanExporter exporter(TracingSettings settings) {
        var exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(settings.spansUrl())
                .setConnectTimeout(TIMEOUT)
                .setTimeout(TIMEOUT)
                .setCompression("gzip");
        settings.headersByName().forEach(exporter::addHeader);
        return exporter.build();
    }
}
