package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.ErrorCollector;
import io.vertx.core.eventbus.DeliveryOptions;
import java.util.Optional;

/** The addresses, header names and body members of the event-bus contract. */
public final class ResourceBus {
    /** The address at which every change of a resource is published. */
    public static final String EVENTS = "registrar.events";

    private static final String ADDRESS_PREFIX = "registrar.";

    /** Header of a request and of a reply: the version of the contract. */
    public static final String VERSION = "version";
    /** The only version of the contract so far. */
    public static final String VERSION_1 = "1";

    /** Request header: what to do, an {@link Action} by its {@link Action#headerValue()}. */
    public static final String ACTION = "action";
    /** Request header: the id of the resource, if the action applies to one. */
    public static final String ID = "id";
    /** Request header: the name of the relationship, if the action applies to one. */
    public static final String RELATIONSHIP = "relationship";

    /** Request header: the entity tags of the states in which the resource may be read or changed. */
    public static final String IF_MATCH = "if-match";
    /** Request header: the entity tags of the states that the sender already has. */
    public static final String IF_NONE_MATCH = "if-none-match";

    /** Request header: the sender's preferences, with the syntax of the HTTP header {@code Prefer}. */
    public static final String PREFER = "prefer";
    /** Request header: makes a repeated request take effect once and get the reply of the first one. */
    public static final String IDEMPOTENCY_KEY = "idempotency-key";

    /** Request header: the time in milliseconds within which the reply must be sent. */
    public static final String TIMEOUT = "timeout";

    /**
     * Request header: the number of bytes of the document in the body. Its member must be the last one, so the document
     * ends before the last byte.
     */
    public static final String DOCUMENT_LENGTH = "document-length";

    /** Request header: the media type of an exported file, or of one to import. */
    public static final String MEDIA_TYPE = "media-type";
    /** Header of a reply with an export, and of a request for an import: the address that offers the chunks of the file. */
    public static final String STREAM = "stream";

    /** Reply header: the HTTP status. */
    public static final String STATUS = "status";
    /** Reply header: the URL of the created or accepted resource. */
    public static final String LOCATION = "location";
    /** Reply header: after how many seconds to read the resource again. */
    public static final String RETRY_AFTER = "retry-after";

    /** Reply header: the preferences that were applied. */
    public static final String PREFERENCE_APPLIED = "preference-applied";

    /** Reply header: the entity tag of the document. */
    public static final String ETAG = "etag";

    public static final String CALLER = "caller";
    public static final String CALLER_ISSUER = "issuer";
    public static final String CALLER_SUBJECT = "subject";
    public static final String CALLER_NAME = "name";
    public static final String CALLER_SCOPES = "scopes";
    public static final String CALLER_UNI = "uni";
    public static final String CALLER_UNBOUND = "unbound";
    public static final String BASE_URL = "base_url";
    public static final String SELF = "self";
    public static final String REQUEST_ID = "request_id";
    public static final String QUERY = "query";
    public static final String DOCUMENT = "document";

    private ResourceBus() {}

    /** Options for a message of the only version of the contract so far. */
    public static DeliveryOptions versioned() {
        return new DeliveryOptions().addHeader(VERSION, VERSION_1);
    }

    /** Adds an error for a version of the contract that this node does not know. */
    public static void requireKnownVersion(Optional<String> version, ErrorCollector errors) {
        if (version.filter(named -> !named.equals(VERSION_1)).isPresent()) {
            errors.add(MALFORMED_REQUEST.at(
                    header(VERSION),
                    "The only known version of the contract is %s, which is also the default.".formatted(VERSION_1)));
        }
    }

    /** The address that replays the events of a verticle's schema. */
    public static String replayAddressOf(String schema) {
        return EVENTS + "." + schema;
    }

    /** The address of a resource type. */
    public static String addressOf(String resourceType) {
        return ADDRESS_PREFIX + resourceType;
    }

    /**
     * The address at which processes of the service itself read a resource type. It has its own database connections,
     * so that clients never delay these processes.
     */
    public static String reservedAddressOf(String resourceType) {
        return addressOf(resourceType) + ".reserved";
    }
}
