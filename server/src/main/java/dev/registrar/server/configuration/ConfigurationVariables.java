package dev.registrar.server.configuration;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The environment variables that override configuration keys: {@code REGISTRAR_HTTP_PORT} overrides {@code http.port}.
 */
final class ConfigurationVariables {
    private static final String PREFIX = "REGISTRAR_";

    /** Variables that are not keys: those of bin/registrar, deploy/haproxy/haproxy.cfg and deploy/keycloak. */
    private static final Pattern OF_OTHERS = Pattern.compile("REGISTRAR_(ARCHIVES|LOAD_BALANCER|NODE_\\d+|URL)");

    /**
     * Variables that Kubernetes sets in each container for a Service whose name begins with "registrar", in the order
     * of its documentation.
     */
    private static final Pattern OF_KUBERNETES = Pattern.compile("REGISTRAR_([A-Z0-9_]+_)?"
            + "(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern URL_OF_KUBERNETES = Pattern.compile("(tcp|udp|sctp)://.*");

    private final Map<String, String> keys;

    ConfigurationVariables(Collection<String> keys) {
        this.keys = keys.stream().collect(Collectors.toMap(ConfigurationVariables::nameOf, Function.identity()));
    }

    private static String nameOf(String key) {
        return PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /**
     * Passes on each variable.
     *
     * @param known accepts the key and the name of each variable of a key
     * @param unknown accepts the name of each unknown variable, and the similar known name, if there is one
     */
    void in(
            Map<String, String> environment,
            BiConsumer<String, String> known,
            BiConsumer<String, Optional<String>> unknown) {
        new TreeMap<>(environment).forEach((name, value) -> {
            if (keys.containsKey(name)) {
                known.accept(keys.get(name), name);
            } else if (name.startsWith(PREFIX) && !isOfOthers(name, value)) {
                unknown.accept(name, new KnownNames(keys.keySet()).nearestTo(name));
            }
        });
    }

    private static boolean isOfOthers(String name, String value) {
        return OF_OTHERS.matcher(name).matches()
                || OF_KUBERNETES.matcher(name).matches()
                || (name.endsWith("_PORT") && URL_OF_KUBERNETES.matcher(value).matches());
    }
}
