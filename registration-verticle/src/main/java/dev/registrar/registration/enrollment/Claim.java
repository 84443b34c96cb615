package dev.registrar.registration.enrollment;

import java.time.Duration;
import java.util.UUID;

/**
 * A worker's claim on a pending registration.
 *
 * @param number which claim this is; only the last one on a registration counts
 * @param attempt the how-manieth attempt to decide this enrollment, from 1
 * @param age how long ago the enrollment was requested, in whole seconds
 */
record Claim(UUID registration, long number, int attempt, String uni, UUID course, Duration age) {}
