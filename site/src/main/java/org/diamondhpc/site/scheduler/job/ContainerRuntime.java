package org.diamondhpc.site.scheduler.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.spec.Container;
import org.diamondhpc.site.profile.SiteProfile;

/** How a site runs a program in a container: the profile's {@code scheduler.container}, else a runtime it lists. */
enum ContainerRuntime {
    APPTAINER("apptainer"), SINGULARITY("singularity"), PODMAN_HPC("podman-hpc"), PODMAN("podman");

    private final String command;

    ContainerRuntime(String command) {
        this.command = command;
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
        if (this == APPTAINER || this == SINGULARITY) {
            words.add("exec");
            if (gpus) {
                words.add("--nv");
            }
            binds.forEach(b -> words.addAll(List.of("--bind", b)));
        } else {
            words.addAll(List.of("run", "--rm", "--network=host", "--env-host"));
            if (gpus) {
                words.addAll(this == PODMAN_HPC ? List.of("--gpu") : List.of("--device", "nvidia.com/gpu=all"));
            }
            binds.forEach(b -> words.addAll(List.of("--volume", b.contains(":") ? b : b + ":" + b)));
            words.addAll(List.of("--workdir", folders.get(folders.size() - 1)));
        }
        words.add(container.image());
        return words;
    }
}
