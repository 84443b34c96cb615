package dev.registrar.server.benchmark;

/**
 * One side of a comparison: a server, and how its callers log in.
 *
 * @param login the header that authenticates them
 */
record Contestant(String name, ServerProcess server, String login) {}
