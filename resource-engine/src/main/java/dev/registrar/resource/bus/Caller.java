package dev.registrar.resource.bus;

import dev.registrar.resource.document.UnicodeText;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Who asks. Issuer and subject together identify the caller: a name may be that of several people, and may change.
 *
 * @param issuer who vouches for the subject, such as an authorization server; {@linkplain #isIssuer possibly empty}
 * @param subject what the issuer calls the caller, and nobody else; {@linkplain #isName a name} of its kind
 * @param name becomes {@code last_mod_user_name} of what the request changes; {@linkplain #isName a name} of this kind
 * @param scopes what the caller may do: {@code read}, {@code create}, {@code update}, {@code delete}
 * @param uni the person whose resources alone the caller may see, where resources belong to persons; empty for all.
 *     An empty text is nobody: such a caller sees none
 */
public record Caller(String issuer, String subject, String name, Set<String> scopes, Optional<String> uni) {
    /** The most characters of a name, as OpenID Connect has it for its {@code sub}. */
    public static final int MAX_NAME = 255;

    private static final Pattern ISSUER = Pattern.compile("[!-~]{0,255}");

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** A caller whom nobody vouches for, and who is bound to no person. */
    public Caller(String name, Set<String> scopes) {
        this("", name, name, scopes, Optional.empty());
    }

    /** What this caller has in common with no other one, whatever their names: issuer and subject, a line each. */
    public String identity() {
        return issuer + "\n" + subject;
    }

    /** Whether the caller is bound to a person who is not known. */
    public boolean isBoundToNobody() {
        return uni.equals(Optional.of(""));
    }

    /** Whether a text can be stored as the name of a caller. */
    public static boolean isName(String text) {
        return !UnicodeText.isBlank(text) && text.length() <= MAX_NAME && UnicodeText.isStorable(text);
    }

    /** Whether a text is an issuer: at most 255 visible ASCII characters, as a URL has them. */
    public static boolean isIssuer(String text) {
        return ISSUER.matcher(text).matches();
    }
}
