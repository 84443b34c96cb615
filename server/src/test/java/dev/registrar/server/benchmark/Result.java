package dev.registrar.server.benchmark;

/**
 * How a contestant did with one kind of request: the medians of the rounds.
 *
 * @param serverMicros the CPU time of the server for each request
 * @param databaseMicros the CPU time of PostgreSQL for each request
 * @param p50Micros half of the latencies at half load are below
 * @param p99Micros 99 % of the latencies at half load are below
 * @param megabytes the resident memory of the server
 * @param failures responses with another status than expected; they do not count as requests
 */
record Result(
        int courses,
        Shape shape,
        String contestant,
        double requestsPerSecond,
        double serverMicros,
        double databaseMicros,
        double p50Micros,
        double p99Micros,
        double megabytes,
        long failures) {}
