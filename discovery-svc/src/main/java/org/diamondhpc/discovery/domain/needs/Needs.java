package org.diamondhpc.discovery.domain.needs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.discovery.domain.needs.Need.Architecture;
import org.diamondhpc.discovery.domain.needs.Need.Contradiction;
import org.diamondhpc.discovery.domain.needs.Need.Libc;
import org.diamondhpc.discovery.domain.needs.Need.Module;
import org.diamondhpc.discovery.domain.needs.Need.Mpi;
import org.diamondhpc.discovery.domain.wait.Architectures;
import org.diamondhpc.schemas.spec.Application;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.Artefact;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.TaskOrder;

/** All that a task needs and does not say. */
public final class Needs {
    /** Drivers of GPUs lie on nodes with GPUs only. */
    private static final Set<String> DRIVERS = Set.of("libcuda.so.1", "libnvidia-ml.so.1", "libamdhip64.so.5",
            "libamdhip64.so.6", "libze_loader.so.1");
    private static final Map<String, List<String>> MPI = mpi();

    private final TaskSpec spec;
    private final List<Need> all = new ArrayList<>();

    private Needs(TaskSpec spec) {
        this.spec = spec;
    }

    /**
     * @param application the entry of the application the task names; null: none, or it has no entry
     */
    public static List<Need> of(TaskOrder order, Application application) {
        Needs needs = new Needs(order.spec());
        needs.application(application);
        if (needs.spec.constraints().derived()) {
            needs.files(order.inputs());
            needs.scripts(order.inputs());
            needs.agree();
        }
        needs.spec.modules().forEach(m -> needs.all.add(new Module(m, "the request")));
        return List.copyOf(needs.all);
    }

    private void application(Application application) {
        if (application != null && !application.requirements().architectures().isEmpty()) {
            all.add(new Architecture(application.requirements().architectures(), "the application " + application.name()));
        }
        if (application == null && spec.application() != null) {
            all.add(new Contradiction("there is no application %s; register it, or leave it out".formatted(
                    spec.application()), "the request"));
        }
    }

    /** What is run decides; a library or a program that merely lies there does not. */
    private void files(List<ResolvedInput> inputs) {
        List<ResolvedInput> told = inputs.stream().filter(i -> i.artefact() != null).toList();
        List<ResolvedInput> images = told.stream().filter(i -> i.artefact().kind() != Artefact.Kind.ELF)
                .filter(i -> spec.container() != null && same(spec.container().image(), i.to())).toList();
        List<ResolvedInput> main = told.stream().filter(i -> i.artefact().kind() == Artefact.Kind.ELF
                && spec.executable() != null && same(spec.executable(), i.to())).toList();
        List<ResolvedInput> programs = main.isEmpty() ? told.stream().filter(i -> i.executable()
                && i.artefact().kind() == Artefact.Kind.ELF).toList() : main;
        made(images);
        made(programs);
        if (spec.container() == null) {
            programs.forEach(this::libraries);
        }
    }

    /** Several programs for several machines: the script chooses among them. */
    private void made(List<ResolvedInput> files) {
        Set<String> any = new LinkedHashSet<>();
        files.forEach(f -> any.addAll(f.artefact().architectures()));
        if (!any.isEmpty() && files.stream().noneMatch(f -> f.artefact().architectures().isEmpty())) {
            all.add(new Architecture(List.copyOf(any), files.getFirst().to()));
        }
    }

    private void libraries(ResolvedInput program) {
        Artefact artefact = program.artefact();
        if (artefact.libc() != null) {
            all.add(new Libc(artefact.libc(), program.to()));
        }
        for (String library : artefact.libraries()) {
            if (DRIVERS.contains(library) && spec.resources().gpusPerNode() == 0) {
                all.add(new Contradiction("it loads %s, which only nodes with GPUs have, and the task asks for none: say "
                        .formatted(library) + "resources.gpusPerProcess", program.to()));
            }
            List<String> brings = MPI.get(library);
            if (brings != null && spec.modules().isEmpty()) {
                all.add(new Mpi(library, brings, program.to()));
            }
        }
    }

    private void scripts(List<ResolvedInput> inputs) {
        if (spec.script() != null) {
            script(spec.script(), "the script");
        }
        inputs.stream().filter(i -> i.content() != null && (i.executable() || spec.executable() != null
                && same(spec.executable(), i.to()))).forEach(i -> script(i.content(), i.to()));
    }

    private void script(String text, String from) {
        ScriptReading reading = ScriptReading.of(text);
        reading.modules().forEach(m -> all.add(new Module(m, from)));
        if (!reading.modules().isEmpty()) {
            // what it loads may bring the library
            all.removeIf(Mpi.class::isInstance);
        }
        all.addAll(Directives.against(spec, reading.asked()));
    }

    /** Two sources that leave no machine in common. */
    private void agree() {
        String said = spec.constraints().architecture();
        for (Need need : List.copyOf(all)) {
            if (need instanceof Architecture a && said != null && a.any().stream().noneMatch(x ->
                    Architectures.same(x, said))) {
                all.add(new Contradiction("it is made for %s, the request asks for %s".formatted(
                        String.join(" or ", a.any()), said), a.from()));
            }
        }
    }

    private static boolean same(String named, String to) {
        return to != null && named.replaceFirst("^(\\./)+", "").equals(to.replaceFirst("^(\\./)+", ""));
    }

    private static Map<String, List<String>> mpi() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        List<String> open = List.of("openmpi", "ompi", "hpcx", "hpcx-mt-ompi", "spectrum-mpi", "mpi");
        List<String> other = List.of("mpich", "mvapich", "mvapich2", "intel-mpi", "impi", "intelmpi", "cray-mpich",
                "intel-oneapi-mpi", "oneapi", "intel", "mpi");
        List.of("libmpi.so.40", "libmpi.so.20", "libmpi.so.12.openmpi", "libmpi_mpifh.so.40", "libmpi_cxx.so.40")
                .forEach(l -> all.put(l, open));
        List.of("libmpi.so.12", "libmpich.so.12", "libmpifort.so.12", "libmpicxx.so.12", "libmpi_gnu_91.so.12",
                "libmpi_cray.so.12").forEach(l -> all.put(l.toLowerCase(Locale.ROOT), other));
        return Map.copyOf(all);
    }
}
