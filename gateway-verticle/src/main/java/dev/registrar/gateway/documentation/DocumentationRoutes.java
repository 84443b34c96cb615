package dev.registrar.gateway.documentation;

import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.authentication.AuthorizationServer;
import dev.registrar.gateway.authentication.AuthorizationServer.Endpoints;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.platform.operations.ClassPathFile;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Serves the contract as JSON and YAML, Swagger UI to read it and try it out, the contract of the event bus, and the
 * pages to read.
 */
public final class DocumentationRoutes {
    public static final String PAGE = "/v1/openapi";
    public static final String CONTRACT = "/v1/openapi.json";
    public static final String EVENT_BUS = "/v1/asyncapi.yaml";

    private static final String SWAGGER_UI = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String JAVASCRIPT = "text/javascript; charset=utf-8";
    private static final String CSS = "text/css; charset=utf-8";

    /** Swagger UI sets styles inline and loads its icons from data URLs; nothing comes from another origin. */
    private static final String OWN_CONTENT_ONLY = "default-src 'none'; script-src 'self'; "
            + "style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; connect-src 'self'";

    private final Vertx vertx;
    private final ServedContract contract;

    /**
     * Serves the documentation.
     *
     * @param server the server whose access tokens are accepted, if any
     */
    public DocumentationRoutes(
            Vertx vertx, Contract contract, Optional<AuthorizationServer> server, AuthenticationSettings settings) {
        this.vertx = vertx;
        this.contract = new ServedContract(vertx, contract, server, settings);
    }

    public void mount(Router router) {
        var swaggerUi = folderOfSwaggerUi();
        serve(router, PAGE, this::policyOfPage, file("documentation/index.html", HTML));
        serve(router, PAGE + "/page.css", file("documentation/page.css", CSS));
        serve(router, PAGE + "/initializer.js", file("documentation/initializer.js", JAVASCRIPT));
        serve(router, PAGE + "/plugins.js", file("documentation/plugins.js", JAVASCRIPT));
        serve(router, PAGE + "/login.json", loginSettings());
        serve(router, PAGE + "/ui/swagger-ui-bundle.js", file(swaggerUi + "/swagger-ui-bundle.js", JAVASCRIPT));
        serve(router, PAGE + "/ui/swagger-ui.css", file(swaggerUi + "/swagger-ui.css", CSS));
        serve(router, PAGE + "/ui/favicon-32x32.png", file(swaggerUi + "/favicon-32x32.png", "image/png"));
        ClassPathFile.read("documentation/pages/names")
                .toString()
                .lines()
                .forEach(name -> serve(router, PAGE + "/" + name, file("documentation/pages/" + name + ".html", HTML)));
        serve(router, PAGE + "/pages.css", file("documentation/pages.css", CSS));
        serve(router, PAGE + "/address.js", file("documentation/address.js", JAVASCRIPT));
        serve(router, "/v1/openapi.yaml", contract::yaml);
        serve(router, CONTRACT, contract::json);
        serve(router, EVENT_BUS, file("asyncapi.yaml", "application/yaml"));
        serve(router, "/oauth2-redirect.html", file(swaggerUi + "/oauth2-redirect.html", HTML));
        serve(router, "/oauth2-redirect.js", file(swaggerUi + "/oauth2-redirect.js", JAVASCRIPT));
    }

    /** The folder of Swagger UI's webjar is named after the version. */
    private static String folderOfSwaggerUi() {
        var properties = new Properties();
        try (var description = DocumentationRoutes.class.getResourceAsStream(SWAGGER_UI)) {
            properties.load(description);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "META-INF/resources/webjars/swagger-ui/" + properties.getProperty("version");
    }

    private static void serve(Router router, String path, Supplier<Future<StaticContent>> content) {
        serve(router, path, () -> Future.succeededFuture(OWN_CONTENT_ONLY), content);
    }

    private static void serve(
            Router router, String path, Supplier<Future<String>> policy, Supplier<Future<StaticContent>> content) {
        router.route(path)
                .handler(new AllowedMethodsHandler(Set.of(HttpMethod.GET)))
                .handler(context -> Responses.sendWhenKnown(
                        policy.get()
                                .map(allowed -> context.response().putHeader("Content-Security-Policy", allowed))
                                .compose(allowed -> content.get()),
                        found -> found.sendTo(context),
                        context::fail));
    }

    /** The page itself asks the authorization server for a token, and sends requests to no other origin. */
    private Future<String> policyOfPage() {
        return contract.endpoints()
                .map(found -> OWN_CONTENT_ONLY
                        + found.map(DocumentationRoutes::tokenOrigin).orElse(""));
    }

    private static String tokenOrigin(Endpoints endpoints) {
        var token = URI.create(endpoints.token());
        return token.isAbsolute() ? " %s://%s".formatted(token.getScheme(), token.getAuthority()) : "";
    }

    private Supplier<Future<StaticContent>> file(String path, String mediaType) {
        var content =
                new StaticContent.Cache<String>(vertx, name -> new StaticContent(ClassPathFile.read(name), mediaType));
        return () -> content.from(path);
    }

    private Supplier<Future<StaticContent>> loginSettings() {
        var content =
                Future.succeededFuture(new StaticContent(contract.loginOfPage().toBuffer(), "application/json"));
        return () -> content;
    }
}
