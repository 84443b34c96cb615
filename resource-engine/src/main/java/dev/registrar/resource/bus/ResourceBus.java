package dev.registrar.resource.bus;

/** The addresses, header names and body members of the event-bus contract. */
public final class ResourceBus {
    /** Where every change of a resource is published. */
    public static final String EVENTS = "registrar.events";

    private static final String ADDRESS_PREFIX = "registrar.";

    /** Request header: what to do, an {@link Action} by its {@link Action#headerValue()}. */
    public static final String ACTION = "action";
    /** Request header: the id of the resource, where the action concerns one. */
    public static final String ID = "id";
    /** Request header: the name of the relationship, where the action concerns one. */
    public static final String RELATIONSHIP = "relationship";

    /** Request header: the entity tags of the only states in which the resource may be read or changed. */
    public static final String IF_MATCH = "if-match";
    /** Request header: the entity tags of the states that the sender has already. */
    public static final String IF_NONE_MATCH = "if-none-match";

    /** Request header: how the sender would like to be answered, as the HTTP header {@code Prefer} says it. */
    public static final String PREFER = "prefer";
    /** Request header: makes a request that is sent again have the effect and the answer of the first one. */
    public static final String IDEMPOTENCY_KEY = "idempotency-key";

    /** Request header: within how many milliseconds the reply must leave. */
    public static final String TIMEOUT = "timeout";

    /**
     * Request header: how many bytes of the body, before its last one, are the document as the value of its member, which then
     * comes last.
     */
    public static final String DOCUMENT_LENGTH = "document-length";

    /** Reply header: the HTTP status. */
    public static final String STATUS = "status";
    /** Reply header: the URL of the resource that was created or accepted. */
    public static final String LOCATION = "location";
    /** Reply header: after how many seconds to look again. */
    public static final String RETRY_AFTER = "retry-after";

    /** Reply header: which of the preferences were followed. */
    public static final String PREFERENCE_APPLIED = "preference-applied";

    /** Reply header: the entity tag of the document. */
    public static final String ETAG = "etag";

    public static final String CALLER = "caller";
    public static final String CALLER_ISSUER = "issuer";
    public static final String CALLER_SUBJECT = "subject";
    public static final String CALLER_NAME = "name";
    public static final String CALLER_SCOPES = "scopes";
    public static final String CALLER_UNI = "uni";
    public static final String CALLER_BOUND = "bound";
    public static final String BASE_URL = "base_url";
    public static final String SELF = "self";
    public static final String REQUEST_ID = "request_id";
    public static final String QUERY = "query";
    public static final String DOCUMENT = "document";

    private ResourceBus() {}

    /** Where the events of a verticle's schema are read again. */
    public static String replayAddressOf(String schema) {
        return EVENTS + "." + schema;
    }

    /** Where the verticle that serves a resource type listens. */
    public static String addressOf(String resourceType) {
        return ADDRESS_PREFIX + resourceType;
    }

    /**
     * Where processes of the service itself read a resource type, on connections of their own: no number of clients keeps
     * them waiting.
     */
    public static String reservedAddressOf(String resourceType) {
        return addressOf(resourceType) + ".reserved";
    }
}
