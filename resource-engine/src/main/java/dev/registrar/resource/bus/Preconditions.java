package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.PRECONDITION_FAILED;
import static dev.registrar.resource.error.ErrorSource.header;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * On what state of the resource a request depends (RFC 9110, 13).
 *
 * @param ifMatch the header: entity tags, or {@code *} for any state
 * @param ifNoneMatch the header, likewise
 */
public record Preconditions(Optional<String> ifMatch, Optional<String> ifNoneMatch) {
    static final Preconditions NONE = new Preconditions(Optional.empty(), Optional.empty());

    /** What the headers must be, for errors. */
    public static final String LIST = "entity tags in quotation marks, separated by commas, or *";

    private static final String ANY = "*";
    private static final Pattern ENTITY_TAG = Pattern.compile("(W/)?(\"[!#-~\\x80-\\xFF]*\")");
    private static final Pattern SEPARATOR = Pattern.compile("[ \\t]*(,[ \\t,]*)?");

    public boolean isEmpty() {
        return ifMatch.isEmpty() && ifNoneMatch.isEmpty();
    }

    /** Whether a text is a list of entity tags, or {@code *} (RFC 9110, 13.1.1). */
    public static boolean isList(String text) {
        var tags = ENTITY_TAG.matcher(text);
        var end = 0;
        while (tags.find()) {
            if (!isSeparator(text.substring(end, tags.start()), end > 0)) {
                return false;
            }
            end = tags.end();
        }
        return isAny(text) || (end > 0 && isSeparator(text.substring(end), false));
    }

    private static boolean isSeparator(String text, boolean needsComma) {
        return SEPARATOR.matcher(text).matches() && (!needsComma || text.contains(","));
    }

    /**
     * Examines the collection to which a resource would be added: it exists, and none of its states has a tag that could be
     * known here.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code precondition_failed}
     */
    public void requireForCreation() {
        if (ifMatch.isPresent() && !isAny(ifMatch.get())) {
            throw PRECONDITION_FAILED
                    .at(header("If-Match"), "A new resource has no state yet that If-Match could name; leave it out.")
                    .asException();
        }
        if (ifNoneMatch.isPresent() && isAny(ifNoneMatch.get())) {
            throw PRECONDITION_FAILED
                    .at(
                            header("If-None-Match"),
                            "The collection exists, and every POST adds to it; against repetition send an Idempotency-Key.")
                    .asException();
        }
    }

    private static boolean isAny(String list) {
        return list.trim().equals(ANY);
    }

    /**
     * Examines the state that a change would change.
     *
     * @param entityTag of the document that a GET of the same URL would give
     * @throws dev.registrar.resource.error.JsonApiException {@code precondition_failed}
     */
    public void requireForChange(String entityTag) {
        requireMatch(entityTag);
        if (namedByIfNoneMatch(entityTag)) {
            throw PRECONDITION_FAILED
                    .at(header("If-None-Match"), "The resource is in a state that If-None-Match excludes.")
                    .asException();
        }
    }

    /**
     * Applies to the answer of a read: as it is, or 304 when the client has it already.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code precondition_failed}
     */
    public ResourceReply applyTo(ResourceReply read) {
        var entityTag = read.etag().orElseThrow();
        requireMatch(entityTag);
        return namedByIfNoneMatch(entityTag) ? ResourceReply.notModified(entityTag) : read;
    }

    private void requireMatch(String entityTag) {
        if (ifMatch.isPresent() && !names(ifMatch.get(), entityTag, false)) {
            throw PRECONDITION_FAILED
                    .at(
                            header("If-Match"),
                            "The resource has changed since it was read; read it again and repeat the change.")
                    .asException();
        }
    }

    /** Whether the client has the state with this tag already. */
    public boolean namedByIfNoneMatch(String entityTag) {
        return ifNoneMatch.isPresent() && names(ifNoneMatch.get(), entityTag, true);
    }

    /** Whether a list of tags has this strong one; a weak tag in it counts by weak comparison only (RFC 9110, 8.8.3.2). */
    private static boolean names(String list, String entityTag, boolean weakly) {
        return isAny(list)
                || ENTITY_TAG
                        .matcher(list)
                        .results()
                        .anyMatch(tag -> tag.group(2).equals(entityTag) && (weakly || tag.group(1) == null));
    }
}
