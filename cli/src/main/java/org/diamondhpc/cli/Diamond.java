package org.diamondhpc.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.agent.AgentCommands;
import org.diamondhpc.cli.application.ApplicationCommands;
import org.diamondhpc.cli.demo.DemoCommands;
import org.diamondhpc.cli.file.FileCommands;
import org.diamondhpc.cli.session.SessionCommands;
import org.diamondhpc.cli.shell.Exit;
import org.diamondhpc.cli.shell.Failures;
import org.diamondhpc.cli.shell.Globals;
import org.diamondhpc.cli.shell.Ids;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.shell.Surroundings;
import org.diamondhpc.cli.site.SiteCommands;
import org.diamondhpc.cli.skill.SkillCommands;
import org.diamondhpc.cli.task.TaskCommands;
import org.diamondhpc.cli.transfer.TransferCommands;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The program {@code diamond}. */
@Command(name = "diamond", description = "HPC work across independently administered supercomputers.",
        mixinStandardHelpOptions = true, scope = CommandLine.ScopeType.INHERIT, versionProvider = Version.class,
        commandListHeading = "%nCommands%n", optionListHeading = "%nOptions%n", parameterListHeading = "%nArguments%n")
public final class Diamond {
    @Mixin
    final Globals globals = new Globals();

    private Diamond() {
    }

    public static void main(String[] args) {
        System.exit(run(Surroundings.ofProcess(), args));
    }

    /** The exit code of one command line. */
    public static int run(Surroundings around, String... args) {
        Diamond root = new Diamond();
        try (Shell shell = new Shell(root.globals, around)) {
            CommandLine commands = new CommandLine(root);
            named(all(shell, commands), args).forEach((name, command) -> commands.addSubcommand(command.get()));
            Ids.register(commands);
            dress(commands, shell, around);
            commands.setCaseInsensitiveEnumValuesAllowed(true);
            Failures failures = new Failures(shell);
            commands.setExecutionExceptionHandler(failures);
            commands.setParameterExceptionHandler(failures);
            return commands.execute(args);
        }
    }

    private static void dress(CommandLine commands, Shell shell, Surroundings around) {
        commands.setOut(new PrintWriter(shell.terminal().out(), true));
        commands.setErr(new PrintWriter(around.err(), true));
        commands.setColorScheme(CommandLine.Help.defaultColorScheme(
                shell.terminal().colours() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
        commands.setUsageHelpWidth(Math.min(100, shell.terminal().width()));
        commands.setUsageHelpLongOptionsMaxWidth(30);
        commands.getCommandSpec().usageMessage().exitCodeListHeading("%nExit codes%n").exitCodeList(Exit.listed());
    }

    /** Only the command that is named, where that is clear: reading the annotations of all takes a tenth of a second. */
    private static Map<String, Supplier<Object>> named(Map<String, Supplier<Object>> all, String... args) {
        boolean clear = args.length > 0 && all.containsKey(args[0]) && !args[0].equals("completion");
        return clear ? Map.of(args[0], all.get(args[0])) : all;
    }

    private static Map<String, Supplier<Object>> all(Shell shell, CommandLine commands) {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.putAll(SiteCommands.of(shell));
        all.putAll(TaskCommands.of(shell));
        all.putAll(FileCommands.of(shell));
        all.putAll(TransferCommands.of(shell));
        all.putAll(SessionCommands.of(shell));
        all.putAll(SkillCommands.of(shell));
        all.putAll(ApplicationCommands.of(shell));
        all.putAll(AgentCommands.of(shell));
        all.putAll(DemoCommands.of(shell));
        all.put("completion", () -> new CompletionCommand(shell, commands));
        all.put("version", () -> new VersionCommand(shell));
        return all;
    }
}
