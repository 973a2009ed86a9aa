package org.diamondhpc.cli.shell;

import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.id.WaitId;
import org.diamondhpc.schemas.id.WebhookId;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Ids among the arguments. */
public final class Ids {
    private Ids() {
    }

    private interface Making<T> {
        T make(String text);
    }

    public static void register(CommandLine commands) {
        register(commands, TaskId.class, TaskId::new, "a task is written like t-06fdr2h8k2");
        register(commands, SessionId.class, SessionId::new, "a session is written like s-06fdr2h8k2");
        register(commands, TransferId.class, TransferId::new, "a transfer is written like x-06fdr2h8k2");
        register(commands, WaitId.class, WaitId::new, "a wait is written like w-06fdr2h8k2");
        register(commands, WebhookId.class, WebhookId::new, "a webhook is written like h-06fdr2h8k2");
        register(commands, SiteId.class, SiteId::new, "a site's name has small letters, digits and hyphens");
    }

    private static <T> void register(CommandLine commands, Class<T> type, Making<T> making, String form) {
        commands.registerConverter(type, text -> {
            try {
                return making.make(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + text + "': " + form);
            }
        });
    }
}
