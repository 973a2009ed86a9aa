package org.diamondhpc.cli.session;

import java.util.List;
import org.diamondhpc.cli.client.Document;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Table;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.WebhookId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "webhook", description = "Where a session's wakes are sent.")
class WebhookCommand {
    private final Shell shell;

    WebhookCommand(Shell shell) {
        this.shell = shell;
    }

    @Command(description = "Send wakes to a URL; prints the webhook's id and the secret, this once.")
    int add(@Parameters(paramLabel = "SESSION") SessionId session, @Parameters(paramLabel = "URL") String url,
            @Option(names = "--after", paramLabel = "N", description = "Begin with the wake after this number.")
            Long after) {
        Document hook = shell.client().sessions().addWebhook(session, url, null, after, Intent.fresh());
        if (shell.json()) {
            shell.document(hook.json());
        } else {
            shell.result(hook.text("/id") + "  " + Humane.orDash(hook.text("/secret")));
        }
        return 0;
    }

    @Command(description = "A session's webhooks, and how far each has come.")
    int ls(@Parameters(paramLabel = "SESSION") SessionId session) {
        List<Document> all = shell.client().sessions().webhooks(session);
        if (shell.json()) {
            shell.documents(all);
        } else if (shell.quiet()) {
            all.forEach(h -> shell.result(h.text("/id")));
        } else {
            Table table = new Table("WEBHOOK", "STATE", ">TAKEN", ">LEFT", ">FAILURES", "NEXT TRY", "ERROR", "URL~");
            all.forEach(h -> table.row(h.text("/id"), h.text("/state"), h.number("/delivered"),
                    h.number("/undelivered"), h.number("/failures"), Humane.time(h.time("/nextTryAt"), shell.now()),
                    Style.harmless(Humane.orDash(h.text("/lastError"))), Style.harmless(h.text("/url"))));
            table.print(shell.terminal());
        }
        return 0;
    }

    @Command(description = "Send nothing more to a webhook.")
    int rm(@Parameters(paramLabel = "SESSION") SessionId session, @Parameters(paramLabel = "WEBHOOK") WebhookId hook) {
        shell.client().sessions().removeWebhook(session, hook);
        shell.say(hook + " is removed");
        return 0;
    }

    @Command(description = "Send at once what was not taken, also where it was given up.")
    int redeliver(@Parameters(paramLabel = "SESSION") SessionId session,
            @Parameters(paramLabel = "WEBHOOK") WebhookId hook,
            @Option(names = "--after", paramLabel = "N", description = "Everything after this number, taken or not.")
            Long after) {
        Document answer = shell.client().sessions().redeliver(session, hook, after);
        if (shell.json()) {
            shell.document(answer.json());
        } else {
            shell.say(hook + " is " + answer.text("/state") + ", " + answer.number("/undelivered") + " to be sent");
        }
        return 0;
    }
}
