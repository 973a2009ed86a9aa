package org.diamondhpc.e2e.stage;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a test, or each test of a class, needs whole and what it breaks; by this tests run together or apart. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Uses {
    /** Sites that must be well. */
    String[] sites() default {};

    /** Sites that nobody else may use meanwhile. */
    String[] breaks() default {};

    /** Whether processes of the instance are killed, so that nothing else may be measured meanwhile. */
    boolean kills() default false;
}
