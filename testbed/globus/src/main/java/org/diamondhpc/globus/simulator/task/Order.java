package org.diamondhpc.globus.simulator.task;

import java.util.HashSet;
import java.util.Set;

/** What a task is to do. */
public sealed interface Order {
    /** TRANSFER or DELETE. */
    String type();

    String submissionId();

    String label();

    /** Collections it touches. */
    Set<String> collections();

    record Transfer(TransferDocument document, TransferTerms terms) implements Order {
        @Override
        public String type() {
            return "TRANSFER";
        }

        @Override
        public String submissionId() {
            return document.submissionId();
        }

        @Override
        public String label() {
            return document.label();
        }

        @Override
        public Set<String> collections() {
            return Set.of(document.sourceEndpoint()).equals(Set.of(document.destinationEndpoint()))
                    ? Set.of(document.sourceEndpoint())
                    : Set.of(document.sourceEndpoint(), document.destinationEndpoint());
        }

        /** Whether it would move the same paths between the same ends. */
        boolean samePaths(Transfer other) {
            return document.sourceEndpoint().equals(other.document.sourceEndpoint())
                    && document.destinationEndpoint().equals(other.document.destinationEndpoint())
                    && paths().equals(other.paths());
        }

        private Set<String> paths() {
            Set<String> paths = new HashSet<>();
            document.data().forEach(i -> paths.add(i.sourcePath() + "\0" + i.destinationPath()));
            return paths;
        }
    }

    record Delete(DeleteDocument document) implements Order {
        @Override
        public String type() {
            return "DELETE";
        }

        @Override
        public String submissionId() {
            return document.submissionId();
        }

        @Override
        public String label() {
            return document.label();
        }

        @Override
        public Set<String> collections() {
            return Set.of(document.endpoint());
        }
    }
}
