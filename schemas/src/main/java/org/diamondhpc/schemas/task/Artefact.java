package org.diamondhpc.schemas.task;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * What a file is, as far as its own bytes tell.
 *
 * @param architectures it is made for, as {@code uname -m} says them; empty: not told
 * @param libraries shared libraries it loads, for example {@code libmpi.so.40}
 * @param libc the least version of the C library it runs with, for example {@code glibc 2.34}; absent: not told
 */
public record Artefact(Kind kind, List<String> architectures, List<String> libraries, String libc) {
    /** Kinds that are known. */
    public enum Kind {
        /** A program or library of Linux. */
        ELF,
        /** A container image of Apptainer or Singularity. */
        SIF,
        /** A container image as an archive of OCI's or Docker's layout. */
        OCI
    }

    public Artefact {
        architectures = Absent.list(architectures);
        libraries = Absent.list(libraries);
    }
}
