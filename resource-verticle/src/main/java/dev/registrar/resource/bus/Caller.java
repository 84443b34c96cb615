package dev.registrar.resource.bus;

import dev.registrar.resource.document.UnicodeText;
import java.util.Optional;
import java.util.Set;

/**
 * Who asks.
 *
 * @param name becomes {@code last_mod_user_name} of what the request changes; {@linkplain #isName a name} of this kind
 * @param scopes what the caller may do: {@code read}, {@code create}, {@code update}, {@code delete}
 * @param uni the person whose resources alone the caller may see, where resources belong to persons; empty for all
 */
public record Caller(String name, Set<String> scopes, Optional<String> uni) {
    /** The most characters of a name, as OpenID Connect has it for its {@code sub}. */
    public static final int MAX_NAME = 255;

    public Caller {
        scopes = Set.copyOf(scopes);
    }

    /** A caller who is bound to no person. */
    public Caller(String name, Set<String> scopes) {
        this(name, scopes, Optional.empty());
    }

    /** Whether a text can be stored as the name of a caller. */
    public static boolean isName(String text) {
        return !text.isBlank() && text.length() <= MAX_NAME && UnicodeText.isStorable(text);
    }
}
