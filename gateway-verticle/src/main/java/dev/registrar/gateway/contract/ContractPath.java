package dev.registrar.gateway.contract;

import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.Optional;

/**
 * One path of the contract and what can be done there.
 *
 * @param route the path for a vertx-web route, without a slash at its end, which serves it with one and without
 * @param resourceType the type whose verticle answers
 * @param relationship the relationship that the path names, if it names one
 * @param operations by method; HEAD, which is not among them, has that of GET
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
