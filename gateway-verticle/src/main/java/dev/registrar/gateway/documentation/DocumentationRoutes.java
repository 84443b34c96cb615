package dev.registrar.gateway.documentation;

import dev.registrar.gateway.authentication.AuthorizationServer.Endpoints;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.http.Compression;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/** Serves the contract, as JSON and as YAML, and Swagger UI for people to read it and try it out. */
public final class DocumentationRoutes {
    /** The path of the interactive page. */
    public static final String PAGE = "/v1/openapi";

    private static final String HTML = "text/html; charset=utf-8";
    private static final String JAVASCRIPT = "text/javascript; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";
    private static final String JSON = "application/json";

    private static final CharSequence CONTENT_SECURITY_POLICY = HttpHeaders.createOptimized("Content-Security-Policy");

    /** Swagger UI sets styles inline and draws its icons from data URLs; nothing comes from elsewhere. */
    private static final String OWN_CONTENT_ONLY = "default-src 'none'; script-src 'self'; "
            + "style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; connect-src 'self'";

    private final Vertx vertx;
    private final ServedContract contract;
    private final Optional<DocumentationLogin> login;

    public DocumentationRoutes(Vertx vertx, Contract contract, Optional<DocumentationLogin> login) {
        this.vertx = vertx;
        this.contract = new ServedContract(contract.document(), login);
        this.login = login;
    }

    public void mount(Router router) {
        var swaggerUi = SwaggerUi.folder();
        router.get(PAGE).handler(this::allowLogin).handler(file("documentation/index.html", HTML));
        router.get(PAGE + "/page.css").handler(file("documentation/page.css", CSS));
        router.get(PAGE + "/initializer.js").handler(file("documentation/initializer.js", JAVASCRIPT));
        router.get(PAGE + "/login.json").handler(content(() -> Future.succeededFuture(loginSettings()), JSON));
        router.get(PAGE + "/ui/swagger-ui-bundle.js").handler(file(swaggerUi + "/swagger-ui-bundle.js", JAVASCRIPT));
        router.get(PAGE + "/ui/swagger-ui.css").handler(file(swaggerUi + "/swagger-ui.css", CSS));
        router.get(PAGE + "/ui/favicon-32x32.png").handler(file(swaggerUi + "/favicon-32x32.png", "image/png"));
        router.get("/v1/openapi.yaml").handler(content(contract::yaml, "application/yaml"));
        router.get("/v1/openapi.json").handler(content(contract::json, JSON));
        router.get("/oauth2-redirect.html").handler(file(swaggerUi + "/oauth2-redirect.html", HTML));
        router.get("/oauth2-redirect.js").handler(file(swaggerUi + "/oauth2-redirect.js", JAVASCRIPT));
    }

    /** The page itself asks the authorization server for a token, and nobody else for anything. */
    private void allowLogin(RoutingContext context) {
        login.map(configured -> configured.server().endpoints().map(DocumentationRoutes::tokenOrigin))
                .orElseGet(() -> Future.succeededFuture(""))
                .otherwise("")
                .onSuccess(origin -> {
                    context.response().putHeader(CONTENT_SECURITY_POLICY, OWN_CONTENT_ONLY + origin);
                    context.next();
                });
    }

    private static String tokenOrigin(Endpoints endpoints) {
        var token = URI.create(endpoints.token());
        return " %s://%s".formatted(token.getScheme(), token.getAuthority());
    }

    private Buffer loginSettings() {
        return login.filter(configured -> !configured.clientId().isBlank())
                .map(DocumentationLogin::forPage)
                .orElseGet(JsonObject::new)
                .toBuffer();
    }

    private Handler<RoutingContext> file(String name, String mediaType) {
        var content = new StaticContent(vertx.fileSystem().readFileBlocking(name), mediaType);
        return context -> {
            protect(context);
            content.handle(context);
        };
    }

    private static Handler<RoutingContext> content(Supplier<Future<Buffer>> source, String mediaType) {
        return context -> source.get()
                .compose(content -> {
                    protect(context);
                    return context.response()
                            .putHeader(HttpHeaders.CONTENT_TYPE, mediaType)
                            .end(Compression.apply(context, content));
                })
                .onFailure(context::fail);
    }

    private static void protect(RoutingContext context) {
        if (!context.response().headers().contains(CONTENT_SECURITY_POLICY)) {
            context.response().putHeader(CONTENT_SECURITY_POLICY, OWN_CONTENT_ONLY);
        }
    }
}
