/** The course catalogue: courses and their offerings in terms. */
package dev.registrar.course;
