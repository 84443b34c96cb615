package dev.registrar.gateway.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The location of Swagger UI on the class path: the folder of its webjar is named after the version. */
final class SwaggerUi {
    private static final String DESCRIPTION = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";

    private SwaggerUi() {}

    static String folder() {
        try (var description = SwaggerUi.class.getResourceAsStream(DESCRIPTION)) {
            var properties = new Properties();
            properties.load(description);
            return "META-INF/resources/webjars/swagger-ui/" + properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
