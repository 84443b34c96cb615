package dev.registrar.server.configuration;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
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

    /** The keys by the names of their variables. */
    Map<String, String> keys() {
        return keys;
    }

    /** Whether a variable looks like that of a key, but is not. */
    boolean isUnknown(String name, String value) {
        return name.startsWith(PREFIX) && !keys.containsKey(name) && !isOfOthers(name, value);
    }

    private static boolean isOfOthers(String name, String value) {
        return OF_OTHERS.matcher(name).matches()
                || OF_KUBERNETES.matcher(name).matches()
                || (name.endsWith("_PORT") && URL_OF_KUBERNETES.matcher(value).matches());
    }
}
