package org.diamondhpc.cli.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.diamondhpc.cli.client.ApiException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns what went wrong into words and an exit code; a stack trace is never shown to a user. */
public final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Shell shell;

    public Failures(Shell shell) {
        this.shell = shell;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult result) throws Exception {
        return switch (e) {
            case ApiException api -> said(api).code();
            case SetupException setup -> said(setup.getMessage(), Exit.ENVIRONMENT).code();
            case ParameterException wrong -> said(wrong.getMessage(), Exit.USAGE).code();
            case IOException io -> said(words(io), Exit.ENVIRONMENT).code();
            case UncheckedIOException io -> said(words(io.getCause()), Exit.ENVIRONMENT).code();
            default -> throw e;
        };
    }

    /** The whole help would hide what is wrong. */
    @Override
    public int handleParseException(ParameterException e, String[] args) {
        return said(e.getMessage() + " — see " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help",
                Exit.USAGE).code();
    }

    private Exit said(ApiException e) {
        shell.failed(e);
        return Exit.of(e.failure());
    }

    private Exit said(String what, Exit exit) {
        shell.failed(what);
        return exit;
    }

    /** Java's own message for a missing file is just its name. */
    private static String words(IOException e) {
        return switch (e) {
            case java.nio.file.NoSuchFileException missing -> "there is no file " + missing.getFile();
            case java.nio.file.AccessDeniedException denied -> "not allowed to use " + denied.getFile();
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        };
    }
}
