package org.diamondhpc.site.scheduler.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.TestingTasks;
import org.junit.jupiter.api.Test;

/** A script that a person submits: it starts where it is submitted and by what its first line says, at every scheduler. */
class PlainScriptTest {
    private static final Dialects DIALECTS = Dialects.standard();

    @Test
    void gridEngineStartsItWhereItIsSubmitted() {
        assertThat(written("#!/bin/bash\n#SBATCH -t 5\n./run\n", "gridengine").text()).contains("#$ -cwd\n");
    }

    @Test
    void pbsStartsItWhereItIsSubmittedAndByItsOwnShell() {
        PlainScript script = written("#!/bin/dash\n#SBATCH -t 5\n./run\n", "pbs");

        assertThat(script.text()).contains("#PBS -S /bin/dash\n", "\ncd \"$PBS_O_WORKDIR\"\n");
        assertThat(script.notes()).extracting(ScriptNote::place).contains("/script");
    }

    @Test
    void optionsOfTheFirstLineHoldWhereTheSchedulerReadsNone() {
        for (String family : List.of("gridengine", "pbs")) {
            PlainScript script = written("#!/bin/bash -leu\n#SBATCH -t 5\n./run\n", family);

            assertThat(script.text()).as(family).contains("\nset -eu\n", ". /etc/profile");
            assertThat(script.notes()).as(family).extracting(ScriptNote::place).contains("/script");
        }
        assertThat(written("#!/bin/bash -leu\n#SBATCH -t 5\n./run\n", "slurm").text()).startsWith("#!/bin/bash -leu\n")
                .doesNotContain("set -eu");
    }

    @Test
    void nothingOfTheShellIsPutIntoAnotherLanguage() {
        PlainScript script = written("#!/usr/bin/env perl\n#SBATCH -t 5\nprint 1;\n", "pbs");

        assertThat(script.text()).contains("#PBS -S /usr/bin/perl\n").doesNotContain("cd ");
        assertThat(script.notes()).extracting(ScriptNote::text).anyMatch(t -> t.contains("has to do without"));
    }

    private static PlainScript written(String script, String family) {
        Imported imported = DIALECTS.scripts().read(script, List.of(), EnumSet.noneOf(KeptName.class));
        return PlainScript.of(imported.spec(), DIALECTS.of(family), TestingTasks.profile(family, Map.of()));
    }
}
