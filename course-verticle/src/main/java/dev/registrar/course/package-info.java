/** The course catalogue: courses and their offerings in terms. */
@CheckReturnValue
package dev.registrar.course;

import com.google.errorprone.annotations.CheckReturnValue;
