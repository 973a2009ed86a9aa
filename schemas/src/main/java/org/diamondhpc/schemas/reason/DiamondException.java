package org.diamondhpc.schemas.reason;

/** A failure with a reason code; whoever catches it passes the {@link Problem} on as it is. */
public class DiamondException extends RuntimeException {
    private final transient Problem problem;

    public DiamondException(Problem problem) {
        this(problem, null);
    }

    public DiamondException(Problem problem, Throwable cause) {
        super(problem.reason() + ": " + problem.detail(), cause);
        this.problem = problem;
    }

    public static DiamondException of(Reason reason, String detail) {
        return new DiamondException(Problem.of(reason, detail));
    }

    public Problem problem() {
        return problem;
    }

    public Reason reason() {
        return problem.reason();
    }
}
