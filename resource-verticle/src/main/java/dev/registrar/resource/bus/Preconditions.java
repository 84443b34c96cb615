package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.PRECONDITION_FAILED;
import static dev.registrar.resource.error.ErrorSource.header;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * On what state of the resource a request depends (RFC 9110, 13).
 *
 * @param ifMatch the header: entity tags, or {@code *} for any state; a tag that is malformed matches nothing
 * @param ifNoneMatch the header, likewise
 */
public record Preconditions(Optional<String> ifMatch, Optional<String> ifNoneMatch) {
    public static final Preconditions NONE = new Preconditions(Optional.empty(), Optional.empty());

    private static final String ANY = "*";
    private static final Pattern ENTITY_TAG = Pattern.compile("(W/)?(\"[^\"]*\")");

    public boolean isEmpty() {
        return ifMatch.isEmpty() && ifNoneMatch.isEmpty();
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
        return list.trim().equals(ANY)
                || ENTITY_TAG
                        .matcher(list)
                        .results()
                        .anyMatch(tag -> tag.group(2).equals(entityTag) && (weakly || tag.group(1) == null));
    }
}
