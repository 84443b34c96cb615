package dev.registrar.resource.bus;

import static dev.registrar.resource.error.ErrorCode.PRECONDITION_FAILED;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.JsonApiException;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The state of the resource that a request requires (RFC 9110, 13).
 *
 * @param ifMatch the header If-Match: entity tags, or {@code *} for any state
 * @param ifNoneMatch the header If-None-Match, with the same syntax
 */
public record Preconditions(Optional<String> ifMatch, Optional<String> ifNoneMatch) {
    public static final Preconditions NONE = new Preconditions(Optional.empty(), Optional.empty());

    public static final String SYNTAX = "entity tags in quotation marks, separated by commas, or *";

    private static final String ANY = "*";
    private static final String TAG = "(W/)?(\"[!#-~\\x80-\\xFF]*\")";
    static final Pattern ENTITY_TAG = Pattern.compile(TAG);

    /** Between tags, and at the ends, there may be more commas than needed (RFC 9110, 5.6.1.2). */
    private static final Pattern LIST =
            Pattern.compile("[ \\t,]*+{tag}(?:[ \\t]*+,[ \\t,]*+{tag})*+[ \\t,]*+".replace("{tag}", TAG));

    /** Up to the hyphen: the version of the resource, which all its representations have in common. */
    private static final Pattern VERSION_AND_REPRESENTATION = Pattern.compile("(\"[0-9a-f]+-)[0-9a-f]{1,16}\"");

    public boolean isEmpty() {
        return ifMatch.isEmpty() && ifNoneMatch.isEmpty();
    }

    /** Whether a text is a list of entity tags, or {@code *} (RFC 9110, 13.1.1). */
    public static boolean isList(String text) {
        return isAny(text) || LIST.matcher(text).matches();
    }

    /**
     * Requires the preconditions of a creation. They apply to the collection, which exists but has no entity tag that a
     * client could name.
     */
    public void requireForCreation() {
        if (ifMatch.isPresent() && !isAny(ifMatch.get())) {
            throw failed("If-Match", "A new resource has no state that If-Match could name; leave the header out.");
        }
        if (ifNoneMatch.isPresent() && isAny(ifNoneMatch.get())) {
            throw failed(
                    "If-None-Match",
                    "The collection always exists; to prevent duplicates, send an Idempotency-Key instead.");
        }
    }

    private static JsonApiException failed(String name, String detail) {
        return PRECONDITION_FAILED.at(header(name), detail).asException();
    }

    private static boolean isAny(String list) {
        return list.trim().equals(ANY);
    }

    /** Requires the preconditions of a change of the state for which a GET of the same URL would return this tag. */
    public void requireForChange(String entityTag) {
        requireMatch(entityTag);
        if (namedByIfNoneMatch(entityTag)) {
            throw failed("If-None-Match", "The resource is in a state that If-None-Match excludes.");
        }
    }

    /** Returns the reply to a read that meets the preconditions, or 304 if the client already has it. */
    public ResourceReply applyTo(ResourceReply read) {
        var entityTag = read.etag().orElseThrow();
        requireMatch(entityTag);
        return namedByIfNoneMatch(entityTag)
                ? ResourceReply.notModified(entityTag).withRetryAfter(read.retryAfter())
                : read;
    }

    private void requireMatch(String entityTag) {
        if (ifMatch.isPresent() && !namesVersion(ifMatch.get(), entityTag)) {
            throw failed("If-Match", "This has been changed in the meantime; look at it again before you change it.");
        }
    }

    /** Whether the client has the state with this tag already: weak tags match, too (RFC 9110, 8.8.3.2). */
    public boolean namedByIfNoneMatch(String entityTag) {
        return ifNoneMatch.isPresent()
                && (isAny(ifNoneMatch.get())
                        || tagsIn(ifNoneMatch.get())
                                .anyMatch(tag -> tag.group(2).equals(entityTag)));
    }

    /** Whether one of these tags, which must be strong, begins with the version with which this one begins. */
    private static boolean namesVersion(String list, String entityTag) {
        return isAny(list)
                || tagsIn(list)
                        .filter(tag -> tag.group(1) == null)
                        .map(tag -> VERSION_AND_REPRESENTATION.matcher(tag.group(2)))
                        .anyMatch(tag -> tag.matches() && entityTag.startsWith(tag.group(1)));
    }

    private static Stream<MatchResult> tagsIn(String list) {
        return ENTITY_TAG.matcher(list).results();
    }
}
