package org.diamondhpc.cli.site;

import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.NewSite;
import org.diamondhpc.schemas.site.NewSite.Access;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What an operator says of a new site. Files are those of the machine that Diamond runs on. */
class AddOptions {
    @Parameters(paramLabel = "USER@HOST", description = "The login node, with :PORT where it is not 22.")
    String target;

    @Option(names = "--name", description = "What the site shall be called; else the host's first name.")
    SiteId name;

    @Option(names = {"-p", "--port"}, description = "The port of its SSH.")
    Integer port;

    @Option(names = "--jump", paramLabel = "SITE", description = "A site that leads there; it needs a profile itself.")
    SiteId jump;

    @ArgGroup
    Login login;

    @Option(names = "--host-key", paramLabel = "KEY", description = "The host key you accept: SHA256:… or its line.")
    String hostKey;

    @Option(names = "--family", description = "The scheduler's family, instead of asking the site; fork for none.")
    String family;

    @Option(names = "--prologue", paramLabel = "SH", description = "Trusted sh lines before each command there.")
    String prologue;

    @Option(names = "--root", paramLabel = "PATH", description = "Where Diamond keeps its files; else $HOME/.diamond.")
    String root;

    @Option(names = "--tenant", description = "Whose login it is; else everybody's.")
    String tenant;

    @Option(names = {"-y", "--yes"}, description = "Write the profile without asking; never accepts a host key.")
    boolean yes;

    /** One way to log in; without any, Diamond's own user's agent and keys are tried. */
    static class Login {
        @Option(names = {"-i", "--key"}, paramLabel = "FILE", description = "Log in with this private key.")
        String key;

        @Option(names = "--certificate", paramLabel = "KEY,CERTIFICATE", split = ",",
                description = "Log in with a key and its OpenSSH certificate.")
        String[] certificate;

        @Option(names = "--agent", paramLabel = "SOCKET", arity = "0..1", fallbackValue = "",
                description = "Log in with an agent's keys.")
        String agent;

        @Option(names = "--otp", description = "A person logs in, with a password or a one-time code; needs --family.")
        boolean otp;
    }

    /** @throws IllegalArgumentException where the target is none */
    NewSite site(String acceptedKey) {
        int at = target.indexOf('@');
        String host = at < 0 ? "" : target.substring(at + 1);
        int colon = host.lastIndexOf(':');
        boolean told = colon > 0 && colon == host.indexOf(':');
        if (at < 1 || host.isEmpty() || told && !host.substring(colon + 1).matches("[1-9]\\d{0,4}")) {
            throw new IllegalArgumentException("a site is named USER@HOST or USER@HOST:PORT, not " + target);
        }
        int number = port != null ? port : told ? Integer.parseInt(host.substring(colon + 1)) : NewSite.SSH;
        return new NewSite(name, told ? host.substring(0, colon) : host, number, target.substring(0, at), jump,
                acceptedKey, access(), family, prologue, root, tenant);
    }

    private Access access() {
        if (login == null) {
            return null;
        }
        if (login.certificate != null) {
            if (login.certificate.length != 2) {
                throw new IllegalArgumentException("--certificate names a key and a certificate: KEY,CERTIFICATE");
            }
            return new Access(Access.Kind.CERTIFICATE, login.certificate[0], login.certificate[1], null);
        }
        return login.otp ? new Access(Access.Kind.KEYBOARD_INTERACTIVE, null, null, null)
                : login.agent != null ? new Access(Access.Kind.AGENT, null, null, login.agent.isEmpty() ? null : login.agent)
                : new Access(Access.Kind.KEY, login.key, null, null);
    }
}
