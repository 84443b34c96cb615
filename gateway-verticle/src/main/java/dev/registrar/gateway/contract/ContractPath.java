package dev.registrar.gateway.contract;

import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.Optional;

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
