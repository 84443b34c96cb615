package dev.registrar.gateway.authentication.bearer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The scopes of an access token. */
final class GrantedScopes {
    /** RFC 8693, 4.2: a list in one string; some authorization servers send an array or use another name. */
    private static final List<String> CLAIMS = List.of("scope", "scp");

    private GrantedScopes() {}

    /** Returns all scopes in the claims of an access token, known or not. */
    static Set<String> in(JsonNode claims) {
        Set<String> granted = new HashSet<>();
        for (var claim : CLAIMS) {
            var value = claims.path(claim);
            if (value.isTextual()) {
                granted.addAll(List.of(value.textValue().split(" ", -1)));
            }
            if (value.isArray()) {
                value.forEach(element -> granted.add(element.asText()));
            }
        }
        return granted;
    }
}
