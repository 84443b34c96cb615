package dev.registrar.gateway;

import static dev.registrar.resource.settings.TimeLimits.DATABASE_TRANSIT;
import static dev.registrar.resource.settings.TimeLimits.OUTCOME;
import static dev.registrar.resource.settings.TimeLimits.TRANSACTION_OVERHEAD;
import static dev.registrar.resource.settings.TimeLimits.TRANSIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.launcher.node.Roles;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.source.ProjectFiles;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.document.writing.LinkagePage;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.operations.StartFailure;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.settings.TimeLimits;
import dev.registrar.resource.store.IndexUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The numbers in the documentation are those in the code. */
class DocumentedNumbersTest {
    private static final String EVENT_BUS = "gateway-verticle/src/main/resources/asyncapi.yaml";
    private static final String INDEXES = "resource-engine/INDEXES.md";
    private static final String CONFIGURATION = "conf/registrar.yaml";
    private static final String COOKBOOK = "gateway-verticle/documentation/cookbook.md";
    private static final String DEPLOYMENT = "gateway-verticle/documentation/deployment.md";
    private static final String JOINING = "gateway-verticle/documentation/joining.md";
    private static final String README = "README.md";

    /** A key with its default: {@code `http.drain-delay` (5 s)}. */
    private static final Pattern DEFAULT = Pattern.compile("`([a-z-]+)\\.([a-z-]+)` \\((\\d[^)]*)\\)");

    static Stream<Arguments> sentences() {
        return Stream.of(
                arguments(EVENT_BUS, "minLength: 1 maxLength: %s pattern".formatted(Caller.MAX_NAME)),
                arguments(EVENT_BUS, "within %s hours".formatted(IdempotencyKey.RETENTION.toHours())),
                arguments(
                        INDEXES,
                        String.format(Locale.ROOT, "at most %,d members of a to-many relationship", LinkagePage.SIZE)),
                arguments(INDEXES, String.format(Locale.ROOT, "at most %,d resources match", IndexUse.MANY_ROWS)),
                arguments(
                        INDEXES, String.format(Locale.ROOT, "includes at most %,d resources", Inclusion.MAX_RESOURCES)),
                arguments(COOKBOOK, "The largest page has %s resources".formatted(Page.MAX_SIZE)),
                arguments(COOKBOOK, "within %s hours".formatted(IdempotencyKey.RETENTION.toHours())),
                arguments(README, "open up to %s n connections".formatted(connectionsOfANode())),
                arguments(README, "exits with code %s".formatted(StartFailure.CLUSTER.exitCode())),
                arguments(DEPLOYMENT, "(exit code %s".formatted(StartFailure.SCHEMA.exitCode())),
                arguments(JOINING, "exits with code %s".formatted(StartFailure.VERTICLE.exitCode())),
                arguments(CONFIGURATION, marginsOfTime()),
                arguments(CONFIGURATION, "takes at most %s s".formatted(TimeLimits.STOP.toSeconds())),
                arguments(CONFIGURATION, "%s for a node with all roles".formatted(connectionsOfANode())));
    }

    private static String marginsOfTime() {
        return "database.max-wait must be %s ms shorter, database.statement-timeout %s ms, enrollment.sync-window %s ms"
                .formatted(
                        TRANSIT.toMillis(),
                        TRANSIT.plus(DATABASE_TRANSIT)
                                .plus(TRANSACTION_OVERHEAD)
                                .toMillis(),
                        TRANSIT.plus(OUTCOME).toMillis());
    }

    private static int connectionsOfANode() {
        var configuration = Service.configuration("postgresql://nobody@localhost/none");
        return Roles.ALL.connections(configuration);
    }

    @ParameterizedTest
    @MethodSource("sentences")
    void a_number_is_documented_as_it_is_in_the_code(String page, String sentence) throws IOException {
        var text = Files.readString(Path.of("..").resolve(page)).replaceAll("\\s*\\n\\s*#?\\s*", " ");
        assertThat(text).contains(sentence);
    }

    static Stream<Arguments> defaults() {
        return ProjectFiles.endingWith(".md")
                .flatMap(page -> DEFAULT.matcher(read(page))
                        .results()
                        .map(found -> arguments(page, found.group(1), found.group(2), found.group(3))));
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void a_value_in_parentheses_after_a_key_is_its_default(Path page, String section, String key, String value) {
        var actual = Configuration.defaults().getJsonObject(section).getValue(key);
        assertThat(value.replace(",", "")).isEqualTo(actual.toString());
    }
}
