package dev.registrar.gateway;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.authentication.Sessions;
import dev.registrar.gateway.authentication.UsersFile;
import dev.registrar.gateway.connection.ClientConnections;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.documentation.DocumentationRoutes;
import dev.registrar.gateway.documentation.EntryPoint;
import dev.registrar.gateway.events.EventRoutes;
import dev.registrar.gateway.http.AccessLog;
import dev.registrar.gateway.http.Drain;
import dev.registrar.gateway.http.PreflightHandler;
import dev.registrar.gateway.http.RequestHeadHandler;
import dev.registrar.gateway.http.RequestMeters;
import dev.registrar.gateway.http.ResourceRoutes;
import dev.registrar.gateway.http.SessionRoutes;
import dev.registrar.gateway.http.UnknownPathHandler;
import dev.registrar.gateway.http.exchange.CommonHeaders;
import dev.registrar.gateway.http.exchange.FailureHandler;
import dev.registrar.gateway.http.exchange.RequestBodyHandler;
import dev.registrar.gateway.http.exchange.ResponseObserver;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.platform.operations.LogSettings;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.resource.bus.BodyReaders;
import dev.registrar.resource.bus.ResourceClient;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Serves the API over HTTP. */
public final class GatewayVerticle extends AbstractVerticle {
    private final Function<Vertx, Future<Contract>> contract;
    private final BooleanSupplier stopIsAnnounced;
    private HttpSettings settings;
    private TimeLimits limits;
    private NodeMetrics metrics;
    private Drain drain;
    private EventRoutes events;
    private List<ResponseObserver> observers = List.of();
    private volatile int port;

    public GatewayVerticle() {
        contract = Contract::load;
        stopIsAnnounced = () -> false;
    }

    /**
     * Creates a gateway with a contract that has already been read.
     *
     * @param contract can be shared by several gateways
     * @param stopIsAnnounced whether this gateway is about to stop and clients should go to another one; called on any
     *     thread
     */
    public GatewayVerticle(Future<Contract> contract, BooleanSupplier stopIsAnnounced) {
        this.contract = vertx -> Future.fromCompletionStage(contract.toCompletionStage(), vertx.getOrCreateContext());
        this.stopIsAnnounced = stopIsAnnounced;
    }

    /** The port on which the started server listens, also if the configured port is 0. */
    public int port() {
        return port;
    }

    @Override
    public void start(Promise<Void> started) {
        settings = Settings.read(config(), "http", HttpSettings.class);
        limits = TimeLimits.in(config());
        metrics = NodeMetrics.of(vertx);
        drain = new Drain(vertx, stopIsAnnounced, limits.drain());
        var logins = Settings.read(config(), "authentication", AuthenticationSettings.class);
        var options = settings.serverOptions(vertx, limits);
        var users = UsersFile.load(vertx, logins.basic());
        Future.join(options, users)
                .compose(loaded -> contract.apply(vertx))
                .map(contract -> router(contract, logins, users.result()))
                .compose(router -> listen(options.result(), router))
                .onSuccess(server -> port = server.actualPort())
                .<Void>mapEmpty()
                .onComplete(started);
    }

    /** Completes when every request in progress has its response, and the sources of events are no longer followed. */
    @Override
    public void stop(Promise<Void> stopped) {
        Future.join(drain.finish(), events.end()).<Void>mapEmpty().onComplete(stopped);
    }

    private Router router(Contract contract, AuthenticationSettings logins, Optional<UsersFile> users) {
        var router = Router.router(vertx);
        observers = observers(contract);
        new FailureHandler(CommonHeaders.of(settings), observers).install(router);
        addFirstSteps(router);
        mountRoutes(router, contract, logins, users);
        router.route().handler(new UnknownPathHandler(contract, DocumentationRoutes.PAGE));
        return router;
    }

    private List<ResponseObserver> observers(Contract contract) {
        List<ResponseObserver> all = new ArrayList<>();
        if (Settings.read(config(), "log", LogSettings.class).access()) {
            all.add(new AccessLog(settings.clientAddress()));
        }
        if (metrics.isOn()) {
            all.add(new RequestMeters(metrics, contract));
        }
        return all;
    }

    /**
     * Adds the steps of every request, whatever its URL. Those that count and describe a request and its response come
     * before those that may reject it. vertx-web calls them in this order; it would accept handlers of its own
     * kinds, such as {@code AuthenticationHandler}, only at the beginning of a route.
     */
    private void addFirstSteps(Router router) {
        var steps = router.route();
        if (!observers.isEmpty()) {
            steps.handler(context -> {
                observers.forEach(observer -> observer.follow(context));
                context.next();
            });
        }
        steps.handler(drain)
                .handler(new RequestHeadHandler(CommonHeaders.of(settings), limits, metrics.rejections("connection")));
        var origins = settings.allowedOrigins();
        if (!origins.isEmpty()) {
            steps.handler(new PreflightHandler(origins));
        }
    }

    /** Adds the routes; the router tries them in this order. */
    private void mountRoutes(
            Router router, Contract contract, AuthenticationSettings logins, Optional<UsersFile> users) {
        var authorizationServer = logins.bearer().authorizationServer(vertx);
        var publicUrl = settings.publicUrlOfRequest();
        var sessions = new Sessions(vertx, logins.sessions(), publicUrl);
        var authentication =
                new Authentication(vertx, logins, users, authorizationServer, sessions, settings.clientNetwork());
        var body = new RequestBodyHandler(settings.maxBodySize(), limits.request(), metrics.rejections("bodies"));
        new ResourceRoutes(
                        new ResourceClient(vertx),
                        new BodyReaders(vertx),
                        authentication,
                        settings,
                        body,
                        metrics.rejections("gateway"))
                .mount(router, contract);
        events = new EventRoutes(vertx, contract.events(), authentication, settings, limits);
        events.mount(router);
        new EntryPoint(contract, publicUrl).mount(router);
        new SessionRoutes(authentication, sessions, body, publicUrl).mount(router);
        new DocumentationRoutes(vertx, contract, authorizationServer, logins).mount(router);
    }

    private Future<HttpServer> listen(HttpServerOptions options, Router router) {
        // The failure handler responds to requests that are not valid HTTP.
        var server = ClientConnections.newServer(
                        vertx, options, settings.connectionLimits(limits.idle(), context.getInstanceCount()))
                .invalidRequestHandler(router)
                .requestHandler(router);
        return settings.address().listen(server, deploymentID());
    }
}
