package org.diamondhpc.gateway.signal;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * What one question for all events of a transaction has told of their subjects: that nothing hangs on most of them, so
 * that it is not asked for each. It holds for as long as the subjects' own rows are locked, which whoever wants to hang
 * something on one must do first.
 */
public final class Foreknown {
    private final Set<String> asked = new HashSet<>();
    private final Set<String> concerned = new HashSet<>();

    /** Of these subjects something hangs on {@code some}. */
    public void learn(Collection<String> subjects, Collection<String> some) {
        asked.addAll(subjects);
        concerned.addAll(some);
    }

    /** Whether it is known that nothing hangs on the subject. */
    public boolean nothing(String subject) {
        return asked.contains(subject) && !concerned.contains(subject);
    }
}
