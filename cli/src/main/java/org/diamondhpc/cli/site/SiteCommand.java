package org.diamondhpc.cli.site;

import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.schemas.id.SiteId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(name = "site", description = "One site: its files, a look now, logging in, adding one.", subcommandsRepeatable = false)
class SiteCommand {
    private final Shell shell;

    SiteCommand(Shell shell) {
        this.shell = shell;
    }

    @Command(description = "List a folder there; the same as ls SITE:PATH.")
    int files(@Parameters(paramLabel = "SITE") SiteId site,
            @Parameters(paramLabel = "PATH", arity = "0..1", defaultValue = "~/") String path) {
        LsCommand.list(shell, new SitePath(site, path));
        return 0;
    }

    @Command(description = {"Get to know a new site over SSH and write its profile, after your yes to its host key and to "
            + "the profile. Needs an operator's token.", "Example: diamond site add alice@login.example.org --jump gate"})
    int add(@Mixin AddOptions options) throws Exception {
        return new SiteAdding(shell, options).run();
    }

    @Command(description = "Look at the site now.")
    int refresh(@Parameters(paramLabel = "SITE") SiteId site) {
        new SitesCommand(shell).show(shell.client().sites().refresh(site));
        return 0;
    }

    @Command(description = "Log in where a person is needed; the same as login SITE.")
    int login(@Parameters(paramLabel = "SITE") SiteId site) throws Exception {
        LoginCommand login = new LoginCommand(shell);
        login.site = site;
        return login.call();
    }
}
