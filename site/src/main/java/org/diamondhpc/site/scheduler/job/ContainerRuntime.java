package org.diamondhpc.site.scheduler.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.schemas.spec.Container;
import org.diamondhpc.site.profile.SiteProfile;

/** How a site runs a program in a container: the profile's {@code scheduler.container}, else a runtime it lists. */
enum ContainerRuntime {
    APPTAINER("apptainer"), SINGULARITY("singularity"), PODMAN_HPC("podman-hpc"), PODMAN("podman"),
    CHARLIECLOUD("ch-run"), SHIFTER("shifter");

    private final String command;

    ContainerRuntime(String command) {
        this.command = command;
    }

    static String names() {
        return Stream.of(values()).map(r -> r.command).collect(Collectors.joining(", "));
    }

    static Optional<ContainerRuntime> of(SiteProfile profile) {
        String option = profile.scheduler().options().get("container");
        for (ContainerRuntime runtime : values()) {
            boolean listed = profile.software().stream().anyMatch(s -> s.name().equals(runtime.command));
            if (option == null ? listed : runtime.command.equals(option)) {
                return Optional.of(runtime);
            }
        }
        return Optional.empty();
    }

    /** The words before the program's own; {@code folders} are seen inside under the same paths. */
    List<String> command(Container container, List<String> folders, boolean gpus) {
        List<String> words = new ArrayList<>(List.of(command));
        List<String> binds = new ArrayList<>(container.binds());
        folders.forEach(f -> binds.add(f + ":" + f));
        String work = folders.get(folders.size() - 1);
        switch (this) {
            case APPTAINER, SINGULARITY -> apptainer(binds, gpus, words);
            case PODMAN, PODMAN_HPC -> podman(binds, gpus, work, words);
            case CHARLIECLOUD -> {
                words.addAll(List.of("--write-fake", "--cd=" + work));
                binds.forEach(b -> words.addAll(List.of("--bind", b)));
            }
            case SHIFTER -> {
                words.addAll(List.of("--workdir=" + work, "--image=" + container.image()));
                // Shifter shows the site's file systems under their own paths; a bind to itself would be refused.
                container.binds().forEach(b -> words.add("--volume=" + twoSided(b)));
                return words;
            }
        }
        words.add(container.image());
        if (this == CHARLIECLOUD) {
            words.add("--");
        }
        return words;
    }

    private static void apptainer(List<String> binds, boolean gpus, List<String> words) {
        words.add("exec");
        if (gpus) {
            words.add("--nv");
        }
        binds.forEach(b -> words.addAll(List.of("--bind", b)));
    }

    private void podman(List<String> binds, boolean gpus, String work, List<String> words) {
        words.addAll(List.of("run", "--rm", "--network=host", "--env-host"));
        if (gpus) {
            words.addAll(this == PODMAN_HPC ? List.of("--gpu") : List.of("--device", "nvidia.com/gpu=all"));
        }
        binds.forEach(b -> words.addAll(List.of("--volume", twoSided(b))));
        words.addAll(List.of("--workdir", work));
    }

    private static String twoSided(String bind) {
        return bind.contains(":") ? bind : bind + ":" + bind;
    }
}
