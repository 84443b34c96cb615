package dev.registrar.resource.bus;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The formats of files with many resources. */
public enum FileFormat {
    /** A record for each resource, after a header line (RFC 4180). */
    CSV("text/csv"),
    /** A resource object for each resource, on a line of its own. */
    NDJSON("application/x-ndjson");

    public static final List<String> MEDIA_TYPES =
            Arrays.stream(values()).map(FileFormat::mediaType).toList();

    private final String mediaType;

    FileFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    /** The last part of the name of a file, such as {@code csv}. */
    public String extension() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<FileFormat> ofMediaType(String text) {
        return Arrays.stream(values())
                .filter(format -> format.mediaType.equals(text))
                .findFirst();
    }
}
