package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;

/** One wish of several cannot be fulfilled this way. */
final class PieceException extends DiamondException {
    private static final long serialVersionUID = 1;
    private final int number;

    PieceException(int number, Problem problem) {
        super(problem);
        this.number = number;
    }

    int number() {
        return number;
    }
}
