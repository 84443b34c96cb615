package dev.registrar.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that the name of a test states what a section of a standard, or of the specification, demands. {@code
 * ConformanceTest} writes all of them to a page.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.SOURCE)
public @interface Proves {
    /** The sections, each after the name of its document and a comma: {@code "JSON:API 1.0, Sparse Fieldsets"}. */
    String[] value();
}
