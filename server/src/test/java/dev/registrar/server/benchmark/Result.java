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
        long failures) {

    /** Whether this result takes the place of another one. */
    boolean replaces(Result other) {
        return courses == other.courses && shape == other.shape && contestant.equals(other.contestant);
    }

    String toLine() {
        return "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s"
                .formatted(
                        courses,
                        shape,
                        contestant,
                        requestsPerSecond,
                        serverMicros,
                        databaseMicros,
                        p50Micros,
                        p99Micros,
                        megabytes,
                        failures);
    }

    static Result parse(String line) {
        var values = line.split("\t", -1);
        return new Result(
                Integer.parseInt(values[0]),
                Shape.valueOf(values[1]),
                values[2],
                Double.parseDouble(values[3]),
                Double.parseDouble(values[4]),
                Double.parseDouble(values[5]),
                Double.parseDouble(values[6]),
                Double.parseDouble(values[7]),
                Double.parseDouble(values[8]),
                Long.parseLong(values[9]));
    }
}
