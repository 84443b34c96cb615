package dev.registrar.gateway;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.authentication.AuthenticationSettings;
import dev.registrar.gateway.authentication.basic.UsersFile;
import dev.registrar.gateway.authentication.session.Sessions;
import dev.registrar.gateway.connection.ClientConnections;
import dev.registrar.gateway.connection.FullConnectionHandler;
import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.documentation.DocumentationLogin;
import dev.registrar.gateway.documentation.DocumentationRoutes;
import dev.registrar.gateway.documentation.EntryPoint;
import dev.registrar.gateway.events.EventRoutes;
import dev.registrar.gateway.events.FollowingLimits;
import dev.registrar.gateway.http.Drain;
import dev.registrar.gateway.http.ResourceRoutes;
import dev.registrar.gateway.http.ServerWideOptionsHandler;
import dev.registrar.gateway.http.SessionRoutes;
import dev.registrar.gateway.http.metrics.RequestMeters;
import dev.registrar.gateway.http.request.HeadersSizeHandler;
import dev.registrar.gateway.http.request.RequestBodyHandler;
import dev.registrar.gateway.http.request.RequestDeadline;
import dev.registrar.gateway.http.request.RequestFramingHandler;
import dev.registrar.gateway.http.request.RequestObserver;
import dev.registrar.gateway.http.request.SingleHeadersHandler;
import dev.registrar.gateway.http.request.url.RequestUrlHandler;
import dev.registrar.gateway.http.response.CommonHeaders;
import dev.registrar.gateway.http.response.FailureHandler;
import dev.registrar.gateway.http.response.InvalidRequestHandler;
import dev.registrar.gateway.http.response.PreflightHandler;
import dev.registrar.gateway.http.response.UnknownPathHandler;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.gateway.http.server.ServerOptions;
import dev.registrar.gateway.log.AccessLog;
import dev.registrar.gateway.log.LogSettings;
import dev.registrar.resource.bus.BodyReaders;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.operations.NodeMetrics;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.TimeLimits;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
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
    private Drain drain;
    private EventRoutes events;
    private List<RequestObserver> observers = List.of();
    private volatile int port;

    public GatewayVerticle() {
        this(Contract::load, () -> false);
    }

    /**
     * Creates a gateway with a contract that has already been read.
     *
     * @param contract can be shared by several gateways
     * @param stopIsAnnounced whether this gateway is about to stop and clients should go to another one; called on any
     *     thread
     */
    public GatewayVerticle(Future<Contract> contract, BooleanSupplier stopIsAnnounced) {
        this(
                vertx -> Future.fromCompletionStage(contract.toCompletionStage(), vertx.getOrCreateContext()),
                stopIsAnnounced);
    }

    private GatewayVerticle(Function<Vertx, Future<Contract>> contract, BooleanSupplier stopIsAnnounced) {
        this.contract = contract;
        this.stopIsAnnounced = stopIsAnnounced;
    }

    /** The port on which the started server listens, also if the configured port is 0. */
    public int port() {
        return port;
    }

    @Override
    public void start(Promise<Void> started) {
        var settings = Settings.read(config(), "http", HttpSettings.class);
        var logins = Settings.read(config(), "authentication", AuthenticationSettings.class);
        var limits = TimeLimits.in(config());
        drain = new Drain(vertx, stopIsAnnounced, limits.drain());
        var options = ServerOptions.of(vertx, settings, limits);
        var users = UsersFile.load(vertx, logins.basic());
        Future.join(options, users)
                .compose(loaded -> contract.apply(vertx))
                .map(contract -> router(contract, settings, limits, logins, users.result()))
                .compose(router -> listen(options.result(), router, settings, limits))
                .onSuccess(server -> port = server.actualPort())
                .<Void>mapEmpty()
                .onComplete(started);
    }

    /** Completes when every request in progress has its response, and the sources of events are no longer followed. */
    @Override
    public void stop(Promise<Void> stopped) {
        Future.join(drain.finish(), events.end()).<Void>mapEmpty().onComplete(stopped);
    }

    private Router router(
            Contract contract,
            HttpSettings settings,
            TimeLimits limits,
            AuthenticationSettings logins,
            Optional<UsersFile> users) {
        var authorizationServer = logins.bearer().authorizationServer(vertx);
        var sessions = new Sessions(vertx, logins.sessions(), settings.publicUrlOfRequest()::of);
        var authentication = Authentication.of(
                vertx, logins, users, authorizationServer, sessions, settings.clientNetwork(), RequestDeadline::of);
        var documentationLogin = new DocumentationLogin(
                authorizationServer,
                logins.documentationClientId(),
                logins.bearer().scopes());
        var metrics = NodeMetrics.of(vertx);
        var body = new RequestBodyHandler(settings.maxBodySize(), limits.request(), metrics.rejections("bodies"));
        var router = Router.router(vertx);
        observers = observers(contract, settings, metrics);
        FailureHandler.install(router, CommonHeaders.of(settings), observers);
        addFirstSteps(router, metrics, settings, limits);
        // The router tries the routes in this order.
        new ResourceRoutes(
                        new ResourceClient(vertx),
                        new BodyReaders(vertx),
                        authentication,
                        settings,
                        body,
                        metrics.rejections("gateway"))
                .mount(router, contract);
        events = new EventRoutes(
                vertx,
                contract.events(),
                authentication,
                settings.publicUrlOfRequest(),
                FollowingLimits.of(settings, limits));
        events.mount(router);
        new EntryPoint(contract, settings.publicUrlOfRequest()).mount(router);
        new SessionRoutes(authentication, sessions, body, settings.publicUrlOfRequest()).mount(router);
        new DocumentationRoutes(vertx, contract, documentationLogin).mount(router);
        router.route().handler(new UnknownPathHandler(contract, DocumentationRoutes.PAGE));
        return router;
    }

    private List<RequestObserver> observers(Contract contract, HttpSettings settings, NodeMetrics metrics) {
        List<RequestObserver> all = new ArrayList<>();
        if (Settings.read(config(), "log", LogSettings.class).access()) {
            all.add(new AccessLog(settings.clientAddress(), Authentication::nameOfCaller));
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
    private void addFirstSteps(Router router, NodeMetrics metrics, HttpSettings settings, TimeLimits limits) {
        var steps = router.route();
        for (var observer : observers) {
            steps.handler(context -> {
                observer.follow(context);
                context.next();
            });
        }
        steps.handler(drain)
                .handler(CommonHeaders.of(settings))
                .handler(new RequestDeadline(limits.reply()))
                .handler(new RequestFramingHandler(limits.request()))
                .handler(new FullConnectionHandler(metrics.rejections("connection")))
                .handler(new HeadersSizeHandler())
                .handler(new SingleHeadersHandler())
                .handler(new RequestUrlHandler());
        var origins = settings.allowedOrigins();
        if (!origins.isEmpty()) {
            steps.handler(new PreflightHandler(origins));
        }
    }

    private Future<HttpServer> listen(
            HttpServerOptions options, Router router, HttpSettings settings, TimeLimits limits) {
        var commonHeaders = CommonHeaders.of(settings);
        var serverWideOptions = observed(new ServerWideOptionsHandler(commonHeaders));
        var server = ClientConnections.newServer(
                        vertx, options, settings.connectionLimits(limits.idle(), context.getInstanceCount()))
                .invalidRequestHandler(observed(new InvalidRequestHandler(commonHeaders)))
                .requestHandler(ServerWideOptionsHandler.before(router, serverWideOptions));
        return settings.address().listen(server);
    }

    private Handler<HttpServerRequest> observed(Handler<HttpServerRequest> handler) {
        var observed = handler;
        for (var observer : observers) {
            observed = observer.around(observed);
        }
        return observed;
    }
}
