package org.diamondhpc.discovery.domain.placing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.discovery.domain.staging.Routes;
import org.diamondhpc.discovery.domain.staging.Throughputs;
import org.diamondhpc.discovery.domain.wait.Habits;
import org.diamondhpc.discovery.domain.wait.LearnedSimulation;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.task.Artefact;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 220 tasks of ten applications, half of them built for each of two machines, placed by the production code with and
 * without what their files tell, over sites of one machine, of the other and of both. Programs are real ELF files that do
 * nothing. On nodes of this machine's kind they are run; a node of the other kind runs what its header names.
 */
class MetadataTest {
    private static final int TASKS = 220;
    private static final int APPLICATIONS = 10;
    private static final int X86_64 = 62;
    private static final int AARCH64 = 183;
    private static final byte[] ENDS_ON_X86_64 = {(byte) 0xb8, 60, 0, 0, 0, 0x31, (byte) 0xff, 0x0f, 0x05};
    private static final byte[] ENDS_ON_AARCH64 = {(byte) 0xa8, 0x0b, (byte) 0x80, (byte) 0xd2, 0, 0, (byte) 0x80,
        (byte) 0xd2, 1, 0, 0, (byte) 0xd4};

    @TempDir
    Path folder;

    private final Random random = new Random(5);
    private final List<SampleSite> sites = List.of(SampleSite.idle("alpha", 8, 32), arm(SampleSite.idle("beta", 0, 0), "b"),
            arm(SampleSite.idle("mixed", 8, 32), "m"));

    @BeforeEach
    void onThisMachine() throws IOException {
        assumeTrue(System.getProperty("os.arch").equals("amd64") && System.getProperty("os.name").equals("Linux"),
                "programs for x86_64 Linux run nowhere else");
        for (int i = 0; i < APPLICATIONS; i++) {
            Files.write(program(i), elf(machine(i), machine(i) == X86_64 ? ENDS_ON_X86_64 : ENDS_ON_AARCH64));
            Files.setPosixFilePermissions(program(i), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private static SampleSite arm(SampleSite site, String prefix) {
        return site.nodes(new NodeGroup(SampleSite.names(prefix + "arm", 8), List.of("main"), 32, 32, 128_000, 128_000, null,
                0, 0, List.of(), "aarch64", true, "IDLE"));
    }

    private static int machine(int application) {
        return application % 2 == 0 ? X86_64 : AARCH64;
    }

    private Path program(int application) {
        return folder.resolve("app-" + application);
    }

    @Test
    void whatFilesTellKeepsEveryTaskFromMachinesThatCannotRunIt() throws Exception {
        int without = succeeded(false);
        int with = succeeded(true);

        System.out.printf("%d tasks, 10 applications for 2 machines: %d end well without metadata, %d with it%n", TASKS,
                without, with);
        assertThat(without).as("without").isBetween(TASKS / 4, TASKS * 3 / 4);
        assertThat(with).as("with").isEqualTo(TASKS);
    }

    private int succeeded(boolean derived) throws Exception {
        int succeeded = 0;
        for (int i = 0; i < TASKS; i++) {
            int application = i % APPLICATIONS;
            Placement placement = placed(application, i, derived);
            succeeded += ends(program(application), node(placement)) ? 1 : 0;
        }
        return succeeded;
    }

    private Placement placed(int application, int number, boolean derived) {
        ResolvedInput input = new ResolvedInput("ws://w/app", "app", null, true, 200L, null, List.of(), new Artefact(
                Artefact.Kind.ELF, List.of(machine(application) == X86_64 ? "x86_64" : "aarch64"), List.of(), null));
        Question question = new SampleTask("t-%08d".formatted(number)).policy("random").derived(derived).inputs(input).question();
        List<Landscape.Seen> seen = sites.stream().map(s -> new Landscape.Seen(s.view(),
                new LearnedSimulation(id -> Habits.NONE).forecast(s.snapshot()))).toList();
        return ((Decision.Placed) Placing.decide(question, new Landscape(seen, Throughputs.none(), Experience.none(),
                Routes.relayed()))).placement();
    }

    /** Any node of the partition that the placement does not exclude: a scheduler knows no better. */
    private NodeGroup node(Placement placement) {
        List<NodeGroup> groups = sites.stream().filter(s -> s.snapshot().site().equals(placement.site()))
                .flatMap(s -> s.snapshot().nodes().stream()).filter(g -> g.names().stream()
                        .anyMatch(n -> !placement.excludedNodes().contains(n))).toList();
        return groups.get(random.nextInt(groups.size()));
    }

    private static boolean ends(Path program, NodeGroup node) throws Exception {
        if (node.architecture().equals("aarch64")) {
            return ByteBuffer.wrap(Files.readAllBytes(program)).order(ByteOrder.LITTLE_ENDIAN).getShort(18) == AARCH64;
        }
        try {
            return new ProcessBuilder(program.toString()).start().waitFor() == 0;
        } catch (IOException formatError) {
            return false;
        }
    }

    private static byte[] elf(int machine, byte[] code) {
        int size = 64 + 56 + code.length;
        ByteBuffer file = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}).putShort((short) 2)
                .putShort((short) machine).putInt(1).putLong(0x400000 + 120).putLong(64).putLong(0).putInt(0)
                .putShort((short) 64).putShort((short) 56).putShort((short) 1).putShort((short) 0).putShort((short) 0)
                .putShort((short) 0);
        file.putInt(1).putInt(5).putLong(0).putLong(0x400000).putLong(0x400000).putLong(size).putLong(size).putLong(0x1000);
        return file.put(code).array();
    }
}
