package org.diamondhpc.bench.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.diamondhpc.bench.ground.Clusters;
import org.diamondhpc.bench.ground.Ground.Preparation;
import org.diamondhpc.bench.ground.Shell;

/** Room for the files, collections where there are some, and a login from one cluster to another for rsync. */
final class Wiring implements Preparation {
    private static final List<String> SITES = List.of("alpha", "beta", "delta");
    private static final Ends PUSHING = Ends.ALL.get(1);
    private String host;

    static List<String> sites() {
        return SITES;
    }

    /** How the rsync target is called at its source. */
    String host() {
        return host;
    }

    @Override
    public boolean globus() {
        return true;
    }

    /** A practice cluster's scratch is small. */
    @Override
    public void prepare(Clusters clusters) throws InterruptedException {
        for (String site : SITES) {
            clusters.asRoot(site, "mount -o remount,size=1500m /scratch");
        }
    }

    @Override
    public void written(Clusters clusters, Path profiles) throws IOException, InterruptedException {
        Map<String, String> target = target(clusters);
        host = target.get("user") + "@" + target.get("hostname");
        String key = clusters.asUser(PUSHING.from(), """
                mkdir -p -m 700 ~/.ssh
                [ -f ~/.ssh/id_ed25519 ] || ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519
                cat ~/.ssh/id_ed25519.pub
                """).strip();
        clusters.asUser(PUSHING.to(), """
                mkdir -p -m 700 ~/.ssh
                echo '%s' >>~/.ssh/authorized_keys
                chmod 600 ~/.ssh/authorized_keys
                """.formatted(key));
        clusters.asUser(PUSHING.from(), "ssh-keyscan -p %s -t ed25519 %s >>~/.ssh/known_hosts 2>/dev/null\nssh -o BatchMode=yes %s true\n"
                .formatted(target.get("port"), target.get("hostname"), host));
        Files.writeString(profiles.resolve(PUSHING.from() + ".yaml"), "reaches: [{site: %s, host: \"%s\", port: %s}]\n"
                .formatted(PUSHING.to(), host, target.get("port")), StandardOpenOption.APPEND);
    }

    private static Map<String, String> target(Clusters clusters) throws InterruptedException {
        Map<String, String> all = new TreeMap<>();
        Shell.run(List.of("ssh", "-G", "-F", clusters.sshConfig().toString(), PUSHING.to())).lines()
                .map(line -> line.split(" ", 2)).filter(pair -> pair.length == 2).forEach(pair -> all.putIfAbsent(pair[0], pair[1]));
        return all;
    }
}
