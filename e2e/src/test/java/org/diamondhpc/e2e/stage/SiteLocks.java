package org.diamondhpc.e2e.stage;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/** Turns {@link Uses} into JUnit's locks: a site is shared by those who use it, and had alone by whoever breaks it. */
final class SiteLocks implements ResourceLocksProvider {
    @Override
    public Set<Lock> provideForMethod(List<Class<?>> enclosing, Class<?> testClass, Method method) {
        Uses uses = method.getAnnotation(Uses.class);
        if (uses == null) {
            uses = testClass.getAnnotation(Uses.class);
        }
        Set<Lock> locks = new HashSet<>();
        boolean kills = uses != null && uses.kills();
        locks.add(new Lock("instance", kills ? ResourceAccessMode.READ_WRITE : ResourceAccessMode.READ));
        if (uses != null) {
            Set<String> broken = Set.of(uses.breaks());
            broken.forEach(site -> locks.add(new Lock(site, ResourceAccessMode.READ_WRITE)));
            for (String site : uses.sites()) {
                if (!broken.contains(site)) {
                    locks.add(new Lock(site, ResourceAccessMode.READ));
                }
            }
        }
        return locks;
    }
}
