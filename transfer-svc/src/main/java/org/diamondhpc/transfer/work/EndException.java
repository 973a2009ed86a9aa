package org.diamondhpc.transfer.work;

import java.util.concurrent.Callable;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** Trouble at one end of a move, and which. */
final class EndException extends DiamondException {
    private static final long serialVersionUID = 1;

    enum End { SOURCE, TARGET }

    private final End end;

    EndException(End end, Problem problem, Throwable cause) {
        super(problem, cause);
        this.end = end;
    }

    End end() {
        return end;
    }

    static <T> T atSource(Callable<T> call) {
        return at(End.SOURCE, call);
    }

    static <T> T atTarget(Callable<T> call) {
        return at(End.TARGET, call);
    }

    static void atTarget(ThrowingRunnable call) {
        at(End.TARGET, () -> {
            call.run();
            return null;
        });
    }

    private static <T> T at(End end, Callable<T> call) {
        try {
            return call.call();
        } catch (EndException | Stopped e) {
            throw e;
        } catch (DiamondException e) {
            throw new EndException(end, e.problem(), e);
        } catch (java.io.IOException e) {
            throw new EndException(end, Problem.of(Reason.TRANSFER_INTERRUPTED, String.valueOf(e.getMessage())), e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    interface ThrowingRunnable {
        void run() throws Exception;
    }
}
