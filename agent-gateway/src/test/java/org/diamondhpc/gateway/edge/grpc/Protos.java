package org.diamondhpc.gateway.edge.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.diamondhpc.api.gateway.v1.SessionServiceOuterClass;
import org.diamondhpc.api.gateway.v1.SiteServiceOuterClass;
import org.diamondhpc.api.gateway.v1.SkillServiceOuterClass;
import org.diamondhpc.api.gateway.v1.TaskServiceOuterClass;
import org.diamondhpc.api.gateway.v1.TransferServiceOuterClass;
import org.diamondhpc.api.gateway.v1.TurnServiceOuterClass;
import org.diamondhpc.api.gateway.v1.WorkspaceServiceOuterClass;

/** All of the gRPC contract, as the generated code knows it. */
final class Protos {
    static final Path ROOT = Path.of("../schemas/proto");
    static final String PACKAGE = "diamond.gateway.v1";

    private Protos() {
    }

    static Set<FileDescriptor> files() {
        Set<FileDescriptor> all = new LinkedHashSet<>();
        List.of(TaskServiceOuterClass.getDescriptor(), SessionServiceOuterClass.getDescriptor(),
                SiteServiceOuterClass.getDescriptor(), TransferServiceOuterClass.getDescriptor(),
                WorkspaceServiceOuterClass.getDescriptor(), SkillServiceOuterClass.getDescriptor(),
                TurnServiceOuterClass.getDescriptor())
                .forEach(f -> add(f, all));
        return all;
    }

    private static void add(FileDescriptor file, Set<FileDescriptor> all) {
        if (file.getPackage().equals(PACKAGE) && all.add(file)) {
            file.getDependencies().forEach(f -> add(f, all));
        }
    }

    static List<Descriptor> messages() {
        return files().stream().flatMap(f -> f.getMessageTypes().stream()).flatMap(Protos::withNested)
                .filter(m -> !m.getOptions().getMapEntry()).toList();
    }

    static List<EnumDescriptor> enums() {
        return Stream.concat(files().stream().flatMap(f -> f.getEnumTypes().stream()),
                messages().stream().flatMap(m -> m.getEnumTypes().stream())).toList();
    }

    private static Stream<Descriptor> withNested(Descriptor message) {
        return Stream.concat(Stream.of(message), message.getNestedTypes().stream().flatMap(Protos::withNested));
    }
}
