package org.diamondhpc.cli.shell;

/** This machine lacks something; exit code 3. */
public class SetupException extends RuntimeException {
    public SetupException(String what, String whatToDo) {
        super(what + " — " + whatToDo);
    }
}
