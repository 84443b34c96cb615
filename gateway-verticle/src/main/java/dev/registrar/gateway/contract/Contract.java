package dev.registrar.gateway.contract;

import dev.registrar.events.log.ContractEvents;
import dev.registrar.platform.operations.ClassPathFile;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.PathShape;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.openapi.Operation;
import io.vertx.ext.web.openapi.RouterBuilder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The OpenAPI contract, read and checked by vertx-web-openapi.
 *
 * <p>Routes and methods come from it. Parameters and bodies are checked against the resource's declaration
 * instead, which finds every error of a request at once; the contract's validation stops at the first one.
 *
 * @param paths every path that belongs to a resource type
 * @param otherOperations the operationIds of all other paths, by path, without a trailing slash, and method
 * @param events the events of all resource types
 * @param document reads the whole document, for clients: it is too large to keep in memory
 */
public record Contract(
        List<ContractPath> paths,
        Map<String, Map<HttpMethod, String>> otherOperations,
        ContractEvents events,
        Supplier<Buffer> document) {
    /** The class path resource that contains the contract; the build writes it. */
    public static final String DOCUMENT = "openapi.json";

    /** The same without responses, which are not needed for routes. */
    public static final String REQUESTS = "openapi-requests.json";

    /** The paths that do not belong to a resource type: the entry point, sessions and events. */
    private static final Set<String> OTHER_PATHS = Set.of("/", "/sessions/", "/events/");

    /** The type that clients create by sending a file. */
    private static final String IMPORTS = "imports";

    private static final JsonObject PAGE_AFTER = new JsonObject().put("$ref", "#/components/parameters/PageAfter");

    /**
     * An operation of the contract: a method on a path.
     *
     * @param id its operationId
     * @param action what the operation asks of the resource verticle
     * @param scopes all scopes that a caller needs
     * @param takesCursors whether the operation reads a page of a collection
     */
    public record ContractOperation(String id, Action action, List<String> scopes, boolean takesCursors) {}

    /**
     * A path of the contract and its operations.
     *
     * @param route the path for a vertx-web route, without a trailing slash; the route matches with and without one
     * @param resourceType the type whose verticle responds
     * @param relationship the relationship in the path, if any
     * @param operations by method; HEAD is not included and uses the operation of GET
     */
    public record ContractPath(
            String route,
            String resourceType,
            Optional<String> relationship,
            Map<HttpMethod, ContractOperation> operations) {

        public ContractOperation operation(HttpMethod method) {
            return operations.get(method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method);
        }
    }

    /** Fails if the contract is not an OpenAPI 3.0 document. */
    public static Future<Contract> load(Vertx vertx) {
        return read(vertx, REQUESTS, () -> ClassPathFile.read(DOCUMENT));
    }

    /**
     * Reads a contract.
     *
     * @param requests a resource on the class path, or a file, with the contract without its responses
     * @param document reads the whole contract
     */
    public static Future<Contract> read(Vertx vertx, String requests, Supplier<Buffer> document) {
        var contract = Promise.<Contract>promise();
        var reader = new AbstractVerticle() {
            @Override
            public void start() {
                RouterBuilder.create(vertx, requests)
                        .map(builder -> Contract.of(builder, document))
                        .onComplete(contract);
            }
        };
        // Checking it takes vertx-web-openapi some hundred milliseconds.
        return vertx.deployVerticle(reader, new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER))
                .compose(deployed -> contract.future().eventually(() -> vertx.undeploy(deployed)));
    }

    private static Contract of(RouterBuilder builder, Supplier<Buffer> document) {
        Map<String, List<Operation>> byPath = builder.operations().stream()
                .collect(Collectors.groupingBy(Operation::getOpenAPIPath, LinkedHashMap::new, Collectors.toList()));
        Map<String, Map<HttpMethod, String>> others = new HashMap<>();
        OTHER_PATHS.forEach(path -> others.put(
                "/v1" + path.substring(0, path.length() - 1),
                Objects.requireNonNullElse(byPath.remove(path), List.<Operation>of()).stream()
                        .collect(Collectors.toMap(Operation::getHttpMethod, Operation::getOperationId))));
        var paths = byPath.entrySet().stream()
                .map(entry -> path(entry.getKey(), entry.getValue()))
                .toList();
        return new Contract(
                paths, others, ContractEvents.of(builder.getOpenAPI().getOpenAPI()), document);
    }

    /** The collection paths of all resource types, by their names. */
    public Map<String, String> collections() {
        Map<String, String> collections = new LinkedHashMap<>();
        paths.forEach(path -> collections.put(path.resourceType(), "/v1/%s/".formatted(path.resourceType())));
        return collections;
    }

    /** The names of the resource types whose resources clients create. */
    public List<String> changeableTypes() {
        return paths.stream()
                .filter(path -> path.operations().values().stream().anyMatch(each -> each.action() == Action.CREATE))
                .map(ContractPath::resourceType)
                .toList();
    }

    /** The names of the relationships of each resource type that has any. */
    public Map<String, List<String>> relationships() {
        return paths.stream()
                .filter(path -> path.relationship().isPresent())
                .collect(Collectors.groupingBy(
                        ContractPath::resourceType,
                        Collectors.mapping(
                                path -> path.relationship().get(),
                                Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new), List::copyOf))));
    }

    private static ContractPath path(String path, List<Operation> operations) {
        var segments = PathShape.segmentsOf(path);
        Map<HttpMethod, ContractOperation> byMethod = operations.stream()
                .collect(Collectors.toMap(Operation::getHttpMethod, operation -> operation(segments, operation)));
        return new ContractPath(
                "/v1/" + String.join("/", segments).replace("{id}", ":id"),
                segments.get(0),
                segments.size() > 2 ? Optional.of(segments.get(segments.size() - 1)) : Optional.empty(),
                Map.copyOf(byMethod));
    }

    private static ContractOperation operation(List<String> segments, Operation operation) {
        var parameters = operation.getOperationModel().getJsonArray("parameters", new JsonArray());
        var security = operation.getOperationModel().getJsonArray("security", new JsonArray());
        return new ContractOperation(
                operation.getOperationId(),
                actionOf(segments, operation.getHttpMethod()),
                scopesIn(security),
                parameters.contains(PAGE_AFTER));
    }

    private static Action actionOf(List<String> segments, HttpMethod method) {
        var action = PathShape.of(segments).action(method);
        return action == Action.CREATE && segments.get(0).equals(IMPORTS) ? Action.IMPORT : action;
    }

    /** The scopes of an access token; those of other credentials have the same meaning. */
    private static List<String> scopesIn(JsonArray security) {
        return security.stream()
                .flatMap(scheme -> ((JsonObject) scheme).getJsonArray("oauth2", new JsonArray()).stream())
                .map(scope -> scope.equals(Caller.ADMINISTRATIVE_IN_CONTRACT) ? Caller.ADMINISTRATIVE : (String) scope)
                .toList();
    }
}
