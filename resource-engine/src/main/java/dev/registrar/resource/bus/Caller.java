package dev.registrar.resource.bus;

import dev.registrar.resource.document.IdentifierText;
import dev.registrar.resource.document.UnicodeText;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The caller of a request. Issuer and subject together identify the caller; a name may be shared by several people, and
 * may change.
 *
 * @param issuer the party that vouches for the subject, such as an authorization server;
 *     {@linkplain #isIssuer may be empty}
 * @param subject the issuer's unique name for the caller; {@linkplain #isName a name}
 * @param name stored as {@code last_mod_user_name} in changed resources; {@linkplain #isName a name}
 * @param scopes what the caller may do: some of {@link #SCOPES}; others allow nothing
 * @param uni the person whose resources the caller may see, for types with owners; empty for a caller who may see
 *     all. {@linkplain #isUni A uni}, or {@link #NOBODY} for an unknown person: that caller sees none
 */
public record Caller(String issuer, String subject, String name, Set<String> scopes, Optional<String> uni) {
    /** The maximum length of a name; the same as that of {@code sub} in OpenID Connect. */
    public static final int MAX_NAME = 255;

    /** What {@link #isUni} expects, as the end of a sentence, in ASCII and without quotes. */
    public static final String EXPECTED_UNI =
            "an identifier of 1 to %s characters %s".formatted(MAX_NAME, IdentifierText.RULE);

    /** Stands for an unknown person. */
    public static final String NOBODY = "";

    /** The scope of callers who may read what concerns all people, such as the audit. */
    public static final String ADMINISTRATIVE = "administrative";

    /** Its name in the OpenAPI contract; an organization can configure another one. */
    public static final String ADMINISTRATIVE_IN_CONTRACT = "registrar:admin";

    /** All scopes that a caller can have: those of actions, and the administrative one. */
    public static final List<String> SCOPES =
            Stream.concat(Action.SCOPES.stream(), Stream.of(ADMINISTRATIVE)).toList();

    private static final Set<String> READ_ONLY = Set.of(Action.LIST.scope());
    private static final Pattern ISSUER = Pattern.compile("[!-~]{0,255}");

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** Creates a caller without an issuer who may see the resources of all people. */
    public static Caller unbound(String name, Set<String> scopes) {
        return new Caller("", name, name, scopes, Optional.empty());
    }

    /** Reads a caller who is not bound to a person from what {@link #toJson} has written. */
    public static Caller unbound(JsonObject json) {
        return new Caller(
                json.getString(ResourceBus.CALLER_ISSUER),
                json.getString(ResourceBus.CALLER_SUBJECT),
                json.getString(ResourceBus.CALLER_NAME),
                json.getJsonArray(ResourceBus.CALLER_SCOPES).stream()
                        .map(String.class::cast)
                        .collect(Collectors.toSet()),
                Optional.empty());
    }

    /** The caller as in a request on the event bus. */
    public JsonObject toJson() {
        var object = new JsonObject()
                .put(ResourceBus.CALLER_ISSUER, issuer)
                .put(ResourceBus.CALLER_SUBJECT, subject)
                .put(ResourceBus.CALLER_NAME, name)
                .put(ResourceBus.CALLER_SCOPES, List.copyOf(scopes));
        return isBound()
                ? object.put(ResourceBus.CALLER_UNI, isBoundToNobody() ? null : uni.get())
                : object.put(ResourceBus.CALLER_UNBOUND, true);
    }

    public Caller reading() {
        return new Caller(issuer, subject, name, READ_ONLY, uni);
    }

    /** The unique identity of this caller: issuer and subject, one per line. */
    public String identity() {
        return issuer + "\n" + subject;
    }

    public boolean may(Action action) {
        return scopes.contains(action.scope());
    }

    /** Whether the caller may see only the resources of one person, or of none, instead of those of all people. */
    public boolean isBound() {
        return uni.isPresent();
    }

    public boolean isBoundToNobody() {
        return uni.equals(Optional.of(NOBODY));
    }

    /** Whether a text can be stored as the name of a caller. */
    public static boolean isName(String text) {
        return !UnicodeText.isBlank(text) && text.length() <= MAX_NAME && UnicodeText.isStorable(text);
    }

    /**
     * Whether a text can name a person. It must be an identifier, like those in the resources of the person: for
     * others, the database could find the resources of somebody else.
     */
    public static boolean isUni(String text) {
        return isName(text) && IdentifierText.errorIn(text).isEmpty();
    }

    /** Whether a text can be an issuer: at most 255 visible ASCII characters, as in a URL. */
    public static boolean isIssuer(String text) {
        return ISSUER.matcher(text).matches();
    }
}
