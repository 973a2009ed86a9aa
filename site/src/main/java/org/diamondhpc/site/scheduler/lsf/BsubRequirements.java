package org.diamondhpc.site.scheduler.lsf;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.site.scheduler.script.Draft;
import org.diamondhpc.site.scheduler.script.Option;

/** A {@code -R} string: its sections span, rusage, affinity and select; what order wishes for is left out and said. */
final class BsubRequirements {
    private static final Pattern SECTION = Pattern.compile("(select|order|rusage|span|same|cu|affinity)\\s*\\[([^]]*)]");
    private static final Pattern CORES = Pattern.compile("(?:core|thread)\\((\\d+)[^)]*\\).*");

    private final Option option;
    private final Draft draft;

    BsubRequirements(Option option, Draft draft) {
        this.option = option;
        this.draft = draft;
    }

    void apply() {
        Matcher sections = SECTION.matcher(option.value());
        boolean found = false;
        while (sections.find()) {
            found = true;
            Option section = new Option(sections.group(1), sections.group(2).strip(), option.place());
            switch (section.name()) {
                case "span" -> span(section);
                case "rusage" -> usage(section);
                case "affinity" -> affinity(section);
                case "select" -> select(section);
                default -> draft.leftOut(section, "means something at its own site only");
            }
        }
        if (!found) {
            draft.leftOut(option, "means something at its own site only");
        }
    }

    /** Names of boolean resources alone are features of nodes. */
    private void select(Option section) {
        if (section.value().matches("[A-Za-z]\\w*(\\s*&&\\s*[A-Za-z]\\w*)*")) {
            draft.features(new Option(section.name(), section.value().replaceAll("\\s", ""), section.place()));
        } else {
            draft.leftOut(section, "means something at its own site only");
        }
    }

    private void span(Option section) {
        if (section.value().equals("hosts=1")) {
            draft.shape().nodes(1);
        } else if (section.value().matches("ptile=\\d{1,6}")) {
            draft.shape().processesPerNode(Integer.parseInt(section.value().substring("ptile=".length())));
        } else {
            draft.leftOut(section, "where processes lie is told by nodes and processesPerNode");
        }
    }

    private void usage(Option section) {
        for (String one : section.value().split("[,:]")) {
            Option part = new Option("rusage", one.strip(), option.place());
            if (part.value().matches("(?i)mem\\s*=.*")) {
                draft.read(new Option("mem", one.replaceFirst(".*?=", "").replaceFirst("/.*", ""), option.place()),
                        BsubReader::memory, b -> memory(part, b));
            } else if (part.value().matches("ngpus_(excl_p|shared|physical)\\s*=\\s*\\d+")) {
                draft.shape().gpusPerNode(Integer.parseInt(part.value().replaceAll("\\D", "")));
            } else {
                draft.leftOut(part, "of a node's resources a task knows memory and GPUs");
            }
        }
    }

    private void memory(Option part, long bytes) {
        if (part.value().contains("/task") || part.value().contains("/slot")) {
            draft.shape().memoryPerProcess(bytes);
        } else {
            draft.shape().memoryPerNode(bytes);
            draft.changed(part, "is taken as the memory of each node");
        }
    }

    private void affinity(Option section) {
        Matcher cores = CORES.matcher(section.value());
        if (cores.matches()) {
            draft.shape().coresPerProcess(Integer.parseInt(cores.group(1)));
        } else {
            draft.leftOut(section, "how processes are bound cannot be said");
        }
    }
}
