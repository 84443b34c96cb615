package dev.registrar.resource.bus;

import dev.registrar.resource.document.UnicodeText;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The caller of a request. Issuer and subject together identify the caller; a name may be shared by several people, and
 * may change.
 *
 * @param issuer the party that vouches for the subject, such as an authorization server;
 *     {@linkplain #isIssuer may be empty}
 * @param subject the issuer's unique name for the caller; {@linkplain #isName a name}
 * @param name stored as {@code last_mod_user_name} in changed resources; {@linkplain #isName a name}
 * @param scopes what the caller may do: {@code read}, {@code create}, {@code update}, {@code delete}
 * @param uni the person whose resources the caller may see, for types with owners; empty for a caller who may see
 *     all. An empty text stands for an unknown person: that caller sees none
 */
public record Caller(String issuer, String subject, String name, Set<String> scopes, Optional<String> uni) {
    /** The maximum length of a name; the same as that of {@code sub} in OpenID Connect. */
    public static final int MAX_NAME = 255;

    private static final Pattern ISSUER = Pattern.compile("[!-~]{0,255}");

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** Creates a caller without an issuer who is not bound to a person. */
    public Caller(String name, Set<String> scopes) {
        this("", name, name, scopes, Optional.empty());
    }

    /** The unique identity of this caller: issuer and subject, one per line. */
    public String identity() {
        return issuer + "\n" + subject;
    }

    /** Whether the caller has the scope to read resources. */
    public boolean mayRead() {
        return scopes.contains("read");
    }

    /** Whether the caller is bound to an unknown person. */
    public boolean isBoundToNobody() {
        return uni.equals(Optional.of(""));
    }

    /** Whether a text can be stored as the name of a caller. */
    public static boolean isName(String text) {
        return !UnicodeText.isBlank(text) && text.length() <= MAX_NAME && UnicodeText.isStorable(text);
    }

    /** Whether a text can be an issuer: at most 255 visible ASCII characters, as in a URL. */
    public static boolean isIssuer(String text) {
        return ISSUER.matcher(text).matches();
    }
}
