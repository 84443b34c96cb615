package dev.registrar.resource.imports;

/**
 * An import that a worker has claimed.
 *
 * @param token the fencing token: a write with it has no effect after another worker has claimed the import, or its end
 * @param progress how far the worker before has come
 * @param rows the number of rows of the file
 */
record ClaimedImport(Import work, long token, Progress progress, int rows) {}
