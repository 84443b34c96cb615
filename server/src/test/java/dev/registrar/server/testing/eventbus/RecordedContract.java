package dev.registrar.server.testing.eventbus;

import static dev.registrar.server.testing.document.DocumentedJson.expectLike;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.testing.Await;
import dev.registrar.testing.eventbus.BusContract;
import dev.registrar.testing.eventbus.EventSubscriber;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Messages of version 1 of the contract of the event bus, on which verticles of others rely. The files are never changed: a
 * message that is no longer accepted, or one of the service that lacks something, breaks the promise of the contract.
 */
public final class RecordedContract {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path FOLDER = Path.of("src", "test", "resources", "eventbus", "recorded-v1");
    private static final String ANYTHING_MORE = "…";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private RecordedContract() {}

    /** The names of the files in a folder. */
    public static Stream<String> files(String folder) {
        try (var files = Files.list(FOLDER.resolve(folder))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static JsonNode read(String folder, String file) {
        return parse(FOLDER.resolve(folder).resolve(file));
    }

    private static JsonNode parse(Path file) {
        try {
            return JSON.readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Expects everything that is recorded, and allows every object to have other members, too. */
    public static void expectAtLeast(JsonNode recorded, JsonNode actual, String place) {
        expectLike(atLeast(recorded.deepCopy()), actual, place);
    }

    private static JsonNode atLeast(JsonNode recorded) {
        if (recorded instanceof ObjectNode object) {
            object.put(ANYTHING_MORE, ANYTHING_MORE);
        }
        recorded.forEach(RecordedContract::atLeast);
        return recorded;
    }

    /** Awaits an event with everything that is recorded. The contract must allow it. */
    public static void awaitEvent(EventSubscriber subscriber, JsonNode recorded) {
        var expected = "the event %s".formatted(recorded);
        Await.until(expected, LIMIT, () -> subscriber.events().stream().anyMatch(event -> isAtLeast(recorded, event)));
        subscriber.events().forEach(BusContract::expectEvent);
    }

    private static boolean isAtLeast(JsonNode recorded, JsonObject event) {
        try {
            expectAtLeast(recorded, json(event), "event");
            return true;
        } catch (AssertionError different) {
            return false;
        }
    }

    public static JsonNode json(JsonObject object) {
        try {
            return JSON.readTree(object.encode());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
