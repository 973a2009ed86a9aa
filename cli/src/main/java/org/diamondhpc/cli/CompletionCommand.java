package org.diamondhpc.cli;

import java.util.concurrent.Callable;
import org.diamondhpc.cli.shell.Shell;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "completion", description = {"Print a completion script.",
        "bash: source <(./diamond completion bash)", "zsh: source <(./diamond completion zsh)"})
class CompletionCommand implements Callable<Integer> {
    private final Shell shell;
    private final CommandLine commands;

    /** The shells that are known. */
    enum Kind {
        BASH, ZSH
    }

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    Kind kind;

    CompletionCommand(Shell shell, CommandLine commands) {
        this.shell = shell;
        this.commands = commands;
    }

    @Override
    public Integer call() {
        String script = AutoComplete.bash("diamond", commands);
        // zsh reads bash's own completions after this; the generated script says the same where it is sourced.
        shell.terminal().line(kind == Kind.ZSH ? "autoload -U +X compinit && compinit\n"
                + "autoload -U +X bashcompinit && bashcompinit\n" + script : script);
        return 0;
    }
}
