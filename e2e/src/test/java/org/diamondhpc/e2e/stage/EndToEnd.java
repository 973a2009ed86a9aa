package org.diamondhpc.e2e.stage;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A class of tests on the common {@link Stage}, which they take as a parameter. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(StageExtension.class)
@ResourceLock(providers = SiteLocks.class)
public @interface EndToEnd {
    /** Whether it can do without Slurm, on the sites without a scheduler. */
    boolean withoutSlurm() default false;
}
