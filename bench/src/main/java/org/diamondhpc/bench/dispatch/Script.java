package org.diamondhpc.bench.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A script for one scheduler: its directives, and a body that looks at that scheduler's own variables. */
abstract sealed class Script permits SlurmScript, PbsScript, GridEngineScript {
    /** What a directive can pass on without quotes. */
    static final String VALUE = "of-the-script";

    final Combination c;

    Script(Combination c) {
        this.c = c;
    }

    /** What its directives begin with. */
    abstract String sign();

    /** Without the sign. */
    abstract List<String> options();

    /** Lines of sh that look at what the scheduler says. */
    abstract String looks();

    /** How it starts the program in each process. */
    abstract String launch();

    /** The variable that names an array's element. */
    abstract String element();

    /** How many of the program it starts. */
    int ranks() {
        return c.shape().allProcesses();
    }

    /** What its own words mean, where they cannot say all of the combination. */
    Wanted wanted(Wanted all) {
        return all;
    }

    final String text() {
        String head = options().stream().map(o -> sign() + " " + o + "\n").collect(Collectors.joining());
        String body = Application.checks() + looks();
        return "#!/bin/bash\n" + head + "\n" + body + (c.work() == Work.PROGRAM ? "\n" + launch() + " ./" + Application.PROGRAM
                + words() + " || exit\nis ranks " + ranks() + " \"$(ls rank.* | wc -l)\"\n"
                : Application.common(VALUE) + Application.element(c, element()));
    }

    final String clock() {
        return "%02d:%02d:%02d".formatted(c.seconds() / 3600, c.seconds() / 60 % 60, c.seconds() % 60);
    }

    private static String words() {
        List<String> words = new ArrayList<>();
        Application.ARGUMENTS.forEach(a -> words.add(" '" + a.replace("'", "'\\''") + "'"));
        return String.join("", words);
    }
}
