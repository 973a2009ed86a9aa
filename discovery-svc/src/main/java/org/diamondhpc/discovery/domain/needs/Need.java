package org.diamondhpc.discovery.domain.needs;

import java.util.List;

/** One thing a place must have. */
public sealed interface Need {
    /** Where it is known from, as it stands in a sentence: {@code solver}, {@code the script}. */
    String from();

    /** @param any one of these, as {@code uname -m} says them */
    record Architecture(List<String> any, String from) implements Need {
        public Architecture {
            any = List.copyOf(any);
        }
    }

    /** @param name as {@code module load} takes it */
    record Module(String name, String from) implements Need {
    }

    /** A library of MPI. @param software names of modules and software that bring it */
    record Mpi(String library, List<String> software, String from) implements Need {
        public Mpi {
            software = List.copyOf(software);
        }
    }

    /** The C library. @param least for example {@code glibc 2.34} */
    record Libc(String least, String from) implements Need {
    }

    /** The request contradicts itself, or names what is not there: no place can serve it. */
    record Contradiction(String why, String from) implements Need {
    }
}
