package org.diamondhpc.gateway.edge.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of buf's STANDARD and COMMENTS categories that concern this contract. */
class ProtoStyleTest {
    private static final String UPPER_CAMEL = "[A-Z][A-Za-z0-9]*";
    private static final String LOWER_SNAKE = "[a-z][a-z0-9]*(_[a-z0-9]+)*";
    private static final String UPPER_SNAKE = "[A-Z][A-Z0-9]*(_[A-Z0-9]+)*";

    @Test
    void everyFileIsKnownAndLiesInTheFolderOfItsPackage() throws Exception {
        Set<String> there;
        try (Stream<Path> files = Files.walk(Protos.ROOT)) {
            there = new TreeSet<>(files.filter(f -> f.toString().endsWith(".proto"))
                    .map(f -> Protos.ROOT.relativize(f).toString()).toList());
        }

        assertThat(Protos.files()).extracting(FileDescriptor::getFullName).containsExactlyInAnyOrderElementsOf(there);
        assertThat(there).allMatch(f -> f.matches("diamond/gateway/v1/" + LOWER_SNAKE + "\\.proto"));
        assertThat(Protos.files()).allSatisfy(f -> {
            assertThat(f.getOptions().getJavaPackage()).isEqualTo("org.diamondhpc.api.gateway.v1");
            assertThat(f.getOptions().getJavaMultipleFiles()).isTrue();
            assertThat(f.getPublicDependencies()).isEmpty();
            assertThat(f.getServices()).hasSizeLessThanOrEqualTo(1);
        });
    }

    @Test
    void messagesAndFieldsAreNamedInStyle() {
        assertThat(Protos.messages()).extracting(Descriptor::getName).allMatch(n -> n.matches(UPPER_CAMEL));
        assertThat(Protos.messages().stream().flatMap(m -> m.getFields().stream()))
                .extracting(FieldDescriptor::getName).allMatch(n -> n.matches(LOWER_SNAKE));
    }

    @Test
    void enumerationsBeginUnspecifiedAndPrefixTheirValues() {
        for (EnumDescriptor type : Protos.enums()) {
            String prefix = Messages.prefix(type);
            assertThat(type.getName()).matches(UPPER_CAMEL);
            assertThat(type.getOptions().getAllowAlias()).isFalse();
            assertThat(type.getValues().getFirst().getName()).isEqualTo(prefix + "UNSPECIFIED");
            assertThat(type.getValues().getFirst().getNumber()).isZero();
            assertThat(type.getValues()).allMatch(v -> v.getName().startsWith(prefix)
                    && v.getName().matches(UPPER_SNAKE));
        }
    }

    @Test
    void callsHaveRequestsAndResponsesOfTheirOwn() {
        List<String> used = new ArrayList<>();
        for (ServiceDescriptor service : services()) {
            assertThat(service.getName()).matches(UPPER_CAMEL + "Service");
            for (MethodDescriptor call : service.getMethods()) {
                assertThat(call.getName()).matches(UPPER_CAMEL);
                assertThat(call.getInputType().getName()).isIn(call.getName() + "Request",
                        service.getName() + call.getName() + "Request");
                assertThat(call.getOutputType().getName()).isIn(call.getName() + "Response",
                        service.getName() + call.getName() + "Response");
                used.add(call.getInputType().getFullName());
                used.add(call.getOutputType().getFullName());
            }
        }
        assertThat(used).hasSizeGreaterThan(100).doesNotHaveDuplicates();
    }

    @Test
    void everythingIsExplained() throws Exception {
        List<String> bare = new ArrayList<>();
        for (FileDescriptor file : Protos.files()) {
            List<String> lines = Files.readAllLines(Protos.ROOT.resolve(file.getFullName()));
            for (int i = 1; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                boolean named = line.matches("(message|enum|service|rpc|oneof) .*")
                        || line.matches("[\\w.<>, ]+ = \\d+;");
                if (named && !lines.get(i - 1).strip().startsWith("//")) {
                    bare.add(file.getFullName() + ":" + (i + 1) + " " + line);
                }
            }
        }
        assertThat(bare).isEmpty();
    }

    private static List<ServiceDescriptor> services() {
        return Protos.files().stream().flatMap(f -> f.getServices().stream()).toList();
    }
}
