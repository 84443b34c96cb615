package dev.registrar.gateway.bridge;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.resource.audit.AuditEvents;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ResourceBus;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.SettingsErrors;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The settings of a client of the bridge.
 *
 * @param name identifies the client, also as the subject of its caller
 * @param tokenSha256 the SHA-256 of the token by which it logs in
 * @param callerName stored as {@code last_mod_user_name}; blank for the name of the client
 * @param scopes what it may do
 * @param uni the only person whose registrations it sees; blank if it is unbound
 * @param unbound whether it sees the registrations of all people
 * @param requests the actions that it may request, a list for each resource type
 * @param followEvents whether it receives events, and may have them replayed
 * @param decideEnrollments whether it is asked to decide on enrollments
 */
public record ClientSettings(
        String name,
        String tokenSha256,
        String callerName,
        List<Object> scopes,
        String uni,
        boolean unbound,
        Map<String, Object> requests,
        boolean followEvents,
        boolean decideEnrollments) {
    private static final String KEY = "bridge.clients";

    private static final JsonObject DEFAULTS = new JsonObject()
            .put("caller-name", "")
            .put("scopes", new JsonArray())
            .put("uni", "")
            .put("unbound", false)
            .put("requests", new JsonObject())
            .put("follow-events", false)
            .put("decide-enrollments", false);

    /** Two callers of different issuers are never the same. */
    private static final String ISSUER = "bridge";

    private static final Pattern CLIENT_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");

    /** It contains no dot, so it leads to no other address. */
    private static final Pattern TYPE_NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

    /** What follows "registrar." in addresses that are not those of resource types. */
    private static final Set<String> OTHER_ADDRESSES = Set.of("bridge", "enrollment", "events");

    private static final String ACTIONS =
            Arrays.stream(Action.values()).map(Action::headerValue).collect(Collectors.joining(", "));

    public ClientSettings {
        var errors = new SettingsErrors();
        require(
                errors,
                CLIENT_NAME.matcher(name).matches(),
                name,
                "must have a name of 1 to 64 letters, digits, \".\", \"_\" and \"-\"");
        requireToken(errors, name, tokenSha256);
        require(
                errors,
                callerName.isEmpty() || Caller.isName(callerName),
                name,
                "must have a caller-name of at most 255 characters");
        require(
                errors,
                Caller.SCOPES.containsAll(scopes),
                name,
                "must have scopes from the list %s".formatted(String.join(", ", Caller.SCOPES)));
        require(
                errors,
                uni.isEmpty() == unbound,
                name,
                "must have either uni, the only person whose registrations it sees, or unbound: true");
        require(errors, uni.isEmpty() || Caller.isUni(uni), name, "must have as uni %s".formatted(Caller.EXPECTED_UNI));
        requireRights(errors, name, requests, followEvents, decideEnrollments);
        requireScopes(errors, name, scopes, requests);
        require(
                errors,
                unbound || !(followEvents || decideEnrollments),
                name,
                "must be unbound, because events and decisions concern all people");
        require(
                errors,
                !followEvents || scopes.contains(Action.LIST.scope()),
                name,
                "must have the scope read to follow events");
        errors.throwIfAny();
    }

    private static void requireToken(SettingsErrors errors, String name, String tokenSha256) {
        var digest = TokenDigest.ofHex(tokenSha256);
        require(
                errors,
                digest.isPresent(),
                name,
                "must have a token-sha256, the SHA-256 of its token, of 64 hexadecimal digits in quotation marks");
        require(
                errors,
                !digest.equals(Optional.of(TokenDigest.of(""))),
                name,
                "has the token-sha256 of an empty text; the variable with the token was probably not set");
    }

    private static void requireRights(
            SettingsErrors errors, String name, Map<String, Object> requests, boolean follows, boolean decides) {
        require(
                errors,
                !requests.isEmpty() || follows || decides,
                name,
                "may do nothing; set requests, follow-events or decide-enrollments");
        requests.forEach((type, actions) -> {
            require(
                    errors,
                    TYPE_NAME.matcher(type).matches() && !OTHER_ADDRESSES.contains(type),
                    name,
                    "must have requests by resource type, such as courses");
            require(
                    errors,
                    actions instanceof List<?> list
                            && !list.isEmpty()
                            && actionsIn(list).size() == list.size(),
                    name,
                    "must have a list of actions for its requests for %s, from %s".formatted(type, ACTIONS));
        });
    }

    /** Without the scopes of an action, every request for it would be rejected. */
    private static void requireScopes(
            SettingsErrors errors, String name, List<Object> scopes, Map<String, Object> requests) {
        requests.forEach((type, actions) -> actionsIn(actions)
                .forEach(action -> scopesOf(type, action)
                        .forEach(scope -> require(
                                errors,
                                scopes.contains(scope),
                                name,
                                "must have the scope %s to request %s of %s"
                                        .formatted(scope, action.headerValue(), type)))));
    }

    private static Stream<String> scopesOf(String type, Action action) {
        return type.equals(AuditEvents.TYPE.name())
                ? Stream.of(action.scope(), Caller.ADMINISTRATIVE)
                : Stream.of(action.scope());
    }

    private static void require(SettingsErrors errors, boolean condition, String name, String rule) {
        errors.require(condition, "%s: the client \"%s\" %s".formatted(KEY, name, rule));
    }

    private static Set<Action> actionsIn(Object list) {
        Set<Action> actions = EnumSet.noneOf(Action.class);
        if (list instanceof List<?> names) {
            names.forEach(name -> Action.ofHeaderValue(String.valueOf(name)).ifPresent(actions::add));
        }
        return actions;
    }

    /** Reads {@code bridge.clients}. */
    public static List<ClientSettings> listIn(JsonObject configuration) {
        var clients = Settings.readList(configuration, KEY, DEFAULTS, ClientSettings.class);
        var errors = new SettingsErrors();
        Set<String> names = new HashSet<>();
        Set<TokenDigest> tokens = new HashSet<>();
        for (var client : clients) {
            require(errors, names.add(client.name), client.name, "is named twice");
            require(errors, tokens.add(client.token()), client.name, "must not have the token of another client");
        }
        errors.throwIfAny();
        return clients;
    }

    /**
     * Fails if a client may send requests for resource types that do not exist.
     *
     * @param known the names of all resource types of the service
     */
    public static void requireTypes(List<ClientSettings> clients, List<String> known) {
        var errors = new SettingsErrors();
        for (var client : clients) {
            client.requests
                    .keySet()
                    .forEach(type -> require(
                            errors,
                            known.contains(type),
                            client.name,
                            "has requests for the type %s, which does not exist; %s"
                                    .formatted(type, Misspelling.remedy(type, known, "the types"))));
        }
        errors.throwIfAny();
    }

    private TokenDigest token() {
        return TokenDigest.ofHex(tokenSha256).orElseThrow();
    }

    /**
     * What the client may do.
     *
     * @param sources the sources of events
     */
    BridgeClient client(List<String> sources) {
        Map<String, Set<Action>> actions = new LinkedHashMap<>();
        requests.forEach((type, list) -> actions.put(type, actionsIn(list)));
        var followed = followEvents ? sources : List.<String>of();
        var replayAddresses =
                followed.stream().map(ResourceBus::replayAddressOf).toList();
        return new BridgeClient(name, token(), caller(), actions, replayAddresses, decideEnrollments);
    }

    private ObjectNode caller() {
        var caller = JsonNodeFactory.instance
                .objectNode()
                .put(ResourceBus.CALLER_ISSUER, ISSUER)
                .put(ResourceBus.CALLER_SUBJECT, name)
                .put(ResourceBus.CALLER_NAME, callerName.isEmpty() ? name : callerName);
        var granted = caller.putArray(ResourceBus.CALLER_SCOPES);
        scopes.forEach(scope -> granted.add(String.valueOf(scope)));
        return unbound ? caller.put(ResourceBus.CALLER_UNBOUND, true) : caller.put(ResourceBus.CALLER_UNI, uni);
    }

    /** What the client may do, for operators. */
    @Override
    public String toString() {
        List<String> rights = new ArrayList<>();
        new TreeMap<>(requests)
                .forEach((type, actions) ->
                        rights.add("%s (%s)".formatted(type, BridgeClient.names(actionsIn(actions)))));
        if (followEvents) {
            rights.add("events");
        }
        if (decideEnrollments) {
            rights.add("decisions");
        }
        return "%s: %s".formatted(name, String.join(", ", rights));
    }
}
