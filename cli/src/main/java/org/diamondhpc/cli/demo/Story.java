package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.cli.terminal.Wrapped;
import org.diamondhpc.schemas.DiamondJson;

/** Tells the run to people as it goes, and keeps the same as one document. */
final class Story {
    private static final String INDENT = "   ";
    private final Shell shell;
    private final ObjectNode json = DiamondJson.json().createObjectNode();
    private int chapter;

    Story(Shell shell) {
        this.shell = shell;
    }

    ObjectNode json() {
        return json;
    }

    void chapter(String title) {
        chapter++;
        shell.say((chapter == 1 ? "" : "\n") + shell.styled(Style.CYAN, chapter + ".") + " "
                + shell.styled(Style.BOLD, title));
    }

    void tell(String text) {
        Wrapped.lines(text, shell.terminal().width() - INDENT.length()).forEach(line -> shell.say(INDENT + line));
    }

    /** A check with its verdict; kept in the document. */
    boolean check(String what, boolean right) {
        json.withArray("checks").addObject().put("what", what).put("right", right);
        tell((right ? shell.styled(Style.GREEN, "✓ ") : shell.styled(Style.RED, "✗ ")) + what);
        return right;
    }

    void verdict(boolean right, String text) {
        json.put("ok", right).put("verdict", text);
        shell.say("\n" + shell.styled(right ? Style.GREEN : Style.RED, text));
    }
}
