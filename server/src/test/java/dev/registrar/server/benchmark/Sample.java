package dev.registrar.server.benchmark;

import java.util.List;

/**
 * Courses from everywhere in a catalogue, which requests are about.
 *
 * @param total the number of all courses
 */
record Sample(int total, List<Course> courses) {

    record Course(String id, String identifier) {}

    /** Returns the courses of the sample one after the other, and again from the beginning. */
    Course course(int number) {
        return courses.get(number % courses.size());
    }
}
