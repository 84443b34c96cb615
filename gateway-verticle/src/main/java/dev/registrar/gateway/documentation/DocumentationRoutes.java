package dev.registrar.gateway.documentation;

import dev.registrar.gateway.contract.Contract;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;

/** Serves the contract, as JSON and as YAML, and Swagger UI for people to read it and try it out. */
public final class DocumentationRoutes {
    /** The path of the interactive page. */
    public static final String PAGE = "/v1/openapi";

    private static final String HTML = "text/html; charset=utf-8";
    private static final String JAVASCRIPT = "text/javascript; charset=utf-8";

    private static final CharSequence CONTENT_SECURITY_POLICY = HttpHeaders.createOptimized("Content-Security-Policy");

    /** Swagger UI sets styles inline and draws its icons from data URLs; nothing comes from elsewhere. */
    private static final String OWN_CONTENT_ONLY = "default-src 'none'; script-src 'self'; "
            + "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'self'";

    private final Vertx vertx;
    private final Contract contract;

    public DocumentationRoutes(Vertx vertx, Contract contract) {
        this.vertx = vertx;
        this.contract = contract;
    }

    public void mount(Router router) {
        var swaggerUi = SwaggerUi.folder();
        router.get(PAGE).handler(resource("documentation/index.html", HTML));
        router.get(PAGE + "/initializer.js").handler(resource("documentation/initializer.js", JAVASCRIPT));
        router.get(PAGE + "/ui/*").handler(StaticHandler.create(swaggerUi));
        router.get("/v1/openapi.yaml").handler(resource(Contract.RESOURCE, "application/yaml"));
        router.get("/v1/openapi.json").handler(content(contract.document().toBuffer(), "application/json"));
        router.get("/oauth2-redirect.html").handler(resource(swaggerUi + "/oauth2-redirect.html", HTML));
        router.get("/oauth2-redirect.js").handler(resource(swaggerUi + "/oauth2-redirect.js", JAVASCRIPT));
    }

    private Handler<RoutingContext> resource(String name, String mediaType) {
        return content(vertx.fileSystem().readFileBlocking(name), mediaType);
    }

    private static Handler<RoutingContext> content(Buffer content, String mediaType) {
        return context -> context.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, mediaType)
                .putHeader(CONTENT_SECURITY_POLICY, OWN_CONTENT_ONLY)
                .end(content)
                .onFailure(context::fail);
    }
}
