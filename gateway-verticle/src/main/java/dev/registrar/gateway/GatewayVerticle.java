package dev.registrar.gateway;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.authentication.Sessions;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.documentation.DocumentationLogin;
import dev.registrar.gateway.documentation.DocumentationRoutes;
import dev.registrar.gateway.http.CommonHeaders;
import dev.registrar.gateway.http.CrossOrigin;
import dev.registrar.gateway.http.FailureHandler;
import dev.registrar.gateway.http.HttpSettings;
import dev.registrar.gateway.http.RequestUrl;
import dev.registrar.gateway.http.ResourceRoutes;
import dev.registrar.gateway.http.ServerAddress;
import dev.registrar.gateway.http.SessionRoutes;
import dev.registrar.gateway.http.SingleHeadersHandler;
import dev.registrar.gateway.http.TlsCertificate;
import dev.registrar.gateway.http.UndecodableRequests;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.settings.Settings;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.util.concurrent.TimeUnit;

/** Serves the API over HTTP. */
public final class GatewayVerticle extends AbstractVerticle {
    /** Room for a filter with a hundred ids. */
    private static final int MAX_REQUEST_LINE = 8192;

    private volatile int port;

    /** Where the started server listens: a configured port 0 has become a real one. */
    public int port() {
        return port;
    }

    @Override
    public void start(Promise<Void> started) {
        var settings = Settings.read(config().getJsonObject("http"), HttpSettings.class);
        Contract.load(vertx)
                .map(contract -> router(contract, settings))
                .compose(router -> listen(router, settings))
                .onSuccess(server -> port = server.actualPort())
                .<Void>mapEmpty()
                .onComplete(started);
    }

    private Router router(Contract contract, HttpSettings settings) {
        var users = Settings.read(config().getJsonObject("authentication"), AuthenticationSettings.class);
        var authorizationServer = users.authorizationServer(vertx);
        var verticles = new ResourceClient(vertx.eventBus(), settings.replyTimeout());
        var router = Router.router(vertx);
        FailureHandler.install(router);
        router.route()
                .handler(new CommonHeaders(settings))
                .handler(new SingleHeadersHandler())
                .handler(new RequestUrl());
        CrossOrigin.install(router, settings);
        var login =
                new DocumentationLogin(authorizationServer, users.documentationClientId(), users.organizationScopes());
        new DocumentationRoutes(vertx, contract, login).mount(router);
        var sessions = new Sessions(vertx, users);
        var authentication = Authentication.of(vertx, users, authorizationServer, sessions, settings.clientAddress());
        new SessionRoutes(authentication, sessions, settings).mount(router);
        new ResourceRoutes(verticles, authentication, settings).mount(router, contract);
        return router;
    }

    private Future<HttpServer> listen(Router router, HttpSettings settings) {
        var options = new HttpServerOptions()
                .setMaxInitialLineLength(MAX_REQUEST_LINE)
                .setHttp2ClearTextEnabled(settings.cleartextHttp2())
                .setIdleTimeout((int) settings.idleTimeout().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        var certificate = new TlsCertificate(vertx, settings);
        var server = vertx.createHttpServer(certificate.addTo(options))
                .invalidRequestHandler(new UndecodableRequests())
                .requestHandler(router);
        return new ServerAddress(settings.host(), settings.port(), "http.port")
                .listen(server)
                .compose(certificate::watch);
    }
}
