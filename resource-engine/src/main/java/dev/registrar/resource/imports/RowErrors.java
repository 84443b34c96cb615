package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorSource.column;
import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The places of errors in the rows of an import: the column of a CSV file, or a pointer into the resource object of a
 * line.
 */
record RowErrors(Optional<ImportColumns> columns) {
    private static final Pattern FIELD = Pattern.compile("/data/(?:attributes/|relationships/)?([^/]+)(?:/.*)?");

    /** Errors of a document with the row, as errors of the row, at most as many as one response reports. */
    List<JsonApiError> of(List<JsonApiError> errors) {
        return columns.isPresent()
                ? new JsonApiException(errors.stream()
                                .map(error -> error.at(columnOf(error.source())))
                                .toList())
                        .errors()
                : new JsonApiException(errors).relativeTo(pointer("data")).errors();
    }

    /** Null if the file has no such column. */
    private ErrorSource columnOf(ErrorSource place) {
        if (place == null) {
            return null;
        }
        var field = FIELD.matcher(place.value());
        return field.matches() && columns.orElseThrow().header().contains(field.group(1))
                ? column(field.group(1))
                : null;
    }
}
