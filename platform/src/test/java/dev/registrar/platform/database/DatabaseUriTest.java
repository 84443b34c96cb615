package dev.registrar.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Tests that database.uri means the same to both drivers, and that errors in it reveal no secret. */
class DatabaseUriTest {

    @Example
    void both_drivers_get_the_same_settings() throws SQLException {
        var uri = DatabaseUri.parse(
                "postgresql://regi%40strar:p%3Aass+word%2F@db_1.example.edu:6543/uni?sslmode=require");
        var options = uri.connectOptions();
        assertThat(options.getHost()).isEqualTo("db_1.example.edu");
        assertThat(options.getPort()).isEqualTo(6543);
        assertThat(options.getDatabase()).isEqualTo("uni");
        assertThat(options.getUser()).isEqualTo("regi@strar");
        assertThat(options.getPassword()).isEqualTo("p:ass+word/");
        var sessions = uri.sessions("the name", Map.of("tcpKeepAlive", "true"));
        assertThat(sessions.getUrl())
                .startsWith("jdbc:postgresql://db_1.example.edu:6543/uni?")
                .contains("sslmode=" + options.getSslMode().value, "tcpKeepAlive=true", "ApplicationName=the+name")
                .doesNotContain("word");
        assertThat(sessions.getUser()).isEqualTo(options.getUser());
        assertThat(sessions.getPassword()).isEqualTo(options.getPassword());
    }

    @Example
    void the_port_the_password_and_the_encryption_are_optional() {
        var options = DatabaseUri.parse("postgres://registrar@[::1]/uni").connectOptions();
        assertThat(options.getHost()).isEqualTo("::1");
        assertThat(options.getPort()).isEqualTo(5432);
        assertThat(options.getPassword()).isEmpty();
        assertThat(options.getSslMode().value).isEqualTo("disable");
    }

    @Property
    void any_password_can_be_encoded(@ForAll @StringLength(max = 40) String password) {
        var encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
        var decoded = URLEncoder.encode(
                DatabaseUri.parse("postgresql://registrar:%s@db/uni".formatted(encoded))
                        .connectOptions()
                        .getPassword(),
                StandardCharsets.UTF_8);
        assertThat(decoded.replace("+", "%20")).isEqualTo(encoded);
    }

    /** A password that was not percent-encoded. */
    @Property
    void no_message_repeats_a_part_of_a_password(
            @ForAll @AlphaChars @StringLength(min = 12, max = 12) String start,
            @ForAll @Chars({'@', '/', '?', '#', '[', ']', ' ', ':', ',', '&', '=', '\\', '\n'}) char special,
            @ForAll @AlphaChars @StringLength(min = 12, max = 12) String end) {
        var uri = "postgresql://registrar:%s%s%s@db/uni".formatted(start, special, end);
        try {
            assertThat(DatabaseUri.parse(uri).connectOptions().getPassword()).isEqualTo(start + special + end);
        } catch (IllegalArgumentException invalid) {
            assertThat(invalid).hasMessageContaining("percent-encode").hasNoCause();
            assertThat(invalid.getMessage()).doesNotContain(start, end);
        }
    }

    @Example
    void unsupported_parts_are_named() {
        assertInvalid("postgresql://u:secret@a,b/uni", "several hosts");
        assertInvalid("postgresql://u:secret@a:5432,b:5433/uni", "several hosts");
        assertInvalid("postgresql://u:secret@a/uni?target_session_attrs=primary", "target_session_attrs");
        assertInvalid(
                "postgresql://u:secret@a/uni?sslmode=require&password=secret", "password", "sslmode, sslrootcert");
        assertInvalid("postgresql://u:secret@a/uni?sslmode=secret", "sslmode", "verify-full");
        assertInvalid("postgresql://u:secret@a/uni?sslmode=require&sslmode=disable", "sslmode", "twice");
        assertInvalid("postgresql://u:secret@a/uni?sslmode=verify-ca&sslrootcert=/no/such.pem", "/no/such.pem");
        assertInvalid("postgresql://u:secret@a/uni?sslrootcert=pom.xml", "sslrootcert", "verify-full");
        assertInvalid("postgresql://u:secret@a:65536/uni", "port");
    }

    @Example
    void missing_parts_are_named() {
        assertInvalid(" ", "is missing; set it, or the environment variable REGISTRAR_DATABASE_URI, to");
        assertInvalid("postgresql://:secret@a/uni", "must name a user");
        assertInvalid("postgresql://u:secret@a/", "must name a database");
        assertInvalid("postgresql://u:secret@/uni", "percent-encode");
        assertInvalid("jdbc:postgresql://a/uni", "postgresql://user:password@host");
    }

    private static void assertInvalid(String uri, String... words) {
        ThrowingCallable parsing = () -> DatabaseUri.parse(uri);
        assertThatThrownBy(parsing)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("database.uri ")
                .hasMessageContainingAll(words)
                .hasMessageNotContaining("secret");
    }
}
