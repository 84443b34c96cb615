package dev.registrar.resource.query;

/**
 * The parsed query of an export.
 *
 * @param resources which resources, in which order, with which columns; the page has no meaning
 * @param isForSpreadsheet whether the file begins with a byte order mark, and no cell is a formula
 */
public record ExportQuery(ResourceQuery resources, boolean isForSpreadsheet) {
    public static final String FOR_SPREADSHEET = "for_spreadsheet";
}
