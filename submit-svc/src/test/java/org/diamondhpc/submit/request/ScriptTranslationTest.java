package org.diamondhpc.submit.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.request.SiteReply.Translated;
import org.diamondhpc.schemas.request.SiteRequest.TranslateScript;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptTranslationTest {
    private static final TenantId TENANT = new TenantId("demo");
    private static final String PBS = """
            #!/bin/bash
            #PBS -N wave
            #PBS -q workq
            #PBS -l select=2:ncpus=4:mpiprocs=4:mem=2gb
            #PBS -l place=scatter,walltime=1:30:00
            #PBS -v MODE=fast
            mpirun -np 8 echo "$PBS_O_WORKDIR"
            """;
    @TempDir
    Path folder;
    private ScriptTranslation translation;

    @BeforeEach
    void oneSlurmSite() throws IOException {
        Files.writeString(folder.resolve("beta.yaml"), """
                id: beta
                transport: {hosts: [{host: localhost, port: 22}], hostKeys: ["ssh-ed25519 %s"]}
                scheduler: {family: slurm}
                storage: {root: /scratch/diamond}
                accounts: [{tenant: demo, user: a, auth: {kind: agent}}]
                """.formatted("AAAAC3NzaC1lZDI1NTE5AAAAIJdD7y3aLq454yWBdwLWbieU1ebz9/cu7/QEXn9OIeZJ"));
        translation = new ScriptTranslation(SiteProfiles.load(folder), Dialects.standard());
    }

    @Test
    void aScriptOfOneSchedulerIsOneForAnother() {
        Translated carried = (Translated) translation.translate(new TranslateScript(TENANT, PBS, List.of(), Set.of(),
                new SiteId("beta")));

        assertThat(carried.family()).isEqualTo("pbs");
        assertThat(carried.script()).startsWith("#!/bin/bash\n#SBATCH --job-name=wave\n")
                .contains("#SBATCH --nodes=2\n", "#SBATCH --ntasks-per-node=4\n", "#SBATCH --mem=2048M\n",
                        "#SBATCH --time=0-01:30:00\n", "#SBATCH --export=ALL,MODE=fast\n", "mpirun -np 8 echo")
                .doesNotContain("#PBS", "nowhere", "t-00000000", "workq");
    }

    @Test
    void whatTheSiteSaysOtherwiseIsNotedByItsField() {
        String script = "#!/bin/bash\n#PBS -l walltime=90\n#PBS -v \"MODE=very fast\"\necho $1\n";

        Translated carried = (Translated) translation.translate(new TranslateScript(TENANT, script,
                List.of("qsub", "-F", "job.sh"), Set.of(), new SiteId("beta")));

        assertThat(carried.notes()).extracting(ScriptNote::place).contains("/resources/duration", "/environment/MODE");
        assertThat(carried.script()).contains("#SBATCH --time=0-00:02:00\n", "\nexport MODE='very fast'\n")
                .doesNotContain("mail-type", "requeue");
    }

    @Test
    void itKeepsTheNamesItIsToldTo() {
        Translated carried = (Translated) translation.translate(new TranslateScript(TENANT, PBS, List.of(),
                Set.of(KeptName.QUEUE), new SiteId("beta")));

        assertThat(carried.script()).contains("#SBATCH --partition=workq\n");
        assertThat(carried.task().queue()).isEqualTo("workq");
    }

    @Test
    void aSiteOfAnotherTenantIsNotThere() {
        TranslateScript request = new TranslateScript(new TenantId("other"), PBS, List.of(), Set.of(), new SiteId("beta"));

        assertThatThrownBy(() -> translation.translate(request)).isInstanceOf(DiamondException.class)
                .extracting(e -> ((DiamondException) e).reason()).isEqualTo(Reason.SITE_UNKNOWN);
    }
}
