package org.diamondhpc.site.ssh;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.diamondhpc.site.session.ShellWord;
import org.diamondhpc.site.session.SiteText;

/**
 * How a program gets to a site and its output back. The login shell, whichever it is, sees one constant line without
 * data; the line's own sh reads the program's length and then the program from stdin and leaves the rest of stdin to
 * it. Around the program's output stand two markers with a random word, the second with the exit status.
 */
final class CommandFrame {
    /**
     * Two words in single quotes, without backslash, exclamation mark or newline, so that sh, bash, zsh, csh and fish
     * read them alike. {@code read} takes single bytes from a pipe and {@code head -c} no byte more than asked; a
     * program that a cut connection left incomplete has the wrong length and is not run.
     */
    static final String BOOTSTRAP = "exec /bin/sh -c 'exec env -i HOME=\"$HOME\" USER=\"$USER\" LOGNAME=\"$LOGNAME\""
            + " PATH=\"$PATH\" LC_ALL=C TZ=UTC0 /bin/sh -c \"$1\"' sh"
            + " 'read -r n && p=$(head -c \"$n\") && [ ${#p} = \"$n\" ] && eval \"$p\"'";
    static final char MARK = '\036';

    private final String word;

    /** @param word random letters and digits that the program's output cannot hold by chance */
    CommandFrame(String word) {
        this.word = word;
    }

    /** What goes to stdin before the program's own input. */
    byte[] request(String prologue, String program, List<String> args) {
        StringBuilder text = new StringBuilder();
        if (!prologue.isBlank()) {
            text.append("{\n").append(prologue).append("\n} </dev/null >/dev/null\n");
        }
        text.append("unset n p\nset +eu\nset --");
        args.forEach(arg -> text.append(' ').append(ShellWord.quote(arg)));
        text.append("\nprintf '\\036%s+' ").append(word).append("\nprintf '\\036%s+' ").append(word).append(" >&2\n(\n")
                .append(program).append("\n)\n")
                .append("set -- \"$?\"\n")
                .append("printf '\\036%s-%s\\036' ").append(word).append(" \"$1\" >&2\n")
                .append("printf '\\036%s-%s\\036' ").append(word).append(" \"$1\"\n")
                // No newline at the end: $(…) would drop it and the length would be wrong.
                .append("exit 0");
        byte[] body = SiteText.encode(text.toString());
        ByteArrayOutputStream request = new ByteArrayOutputStream(body.length + 12);
        request.writeBytes((body.length + "\n").getBytes(StandardCharsets.US_ASCII));
        request.writeBytes(body);
        return request.toByteArray();
    }

    byte[] startMarker() {
        return (MARK + word + "+").getBytes(StandardCharsets.US_ASCII);
    }

    /** The exit status in digits and one more mark follow it. */
    byte[] endMarker() {
        return (MARK + word + "-").getBytes(StandardCharsets.US_ASCII);
    }
}
