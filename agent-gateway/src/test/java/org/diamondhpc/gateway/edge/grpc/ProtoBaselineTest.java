package org.diamondhpc.gateway.edge.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Nothing that clients were once built against is changed or used again. {@code baseline.txt} lists every field, value
 * and call there ever was; it only grows ({@code -Ddiamond.contracts=write}). What was taken away must be reserved.
 */
class ProtoBaselineTest {
    private static final Path BASELINE = Protos.ROOT.resolve("baseline.txt");
    private static final boolean WRITE = "write".equals(System.getProperty("diamond.contracts"));

    @Test
    void nothingThatWasEverThereIsChangedOrUsedAgain() throws Exception {
        SortedMap<String, String> baseline = read();

        assertThat(broken(baseline, now())).isEmpty();
    }

    @Test
    void theBaselineIsUpToDate() throws Exception {
        SortedMap<String, String> all = read();
        assertThat(broken(all, now())).isEmpty();
        all.putAll(now());
        if (WRITE) {
            Files.write(BASELINE, all.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
        }

        assertThat(read()).as("run this test with -Ddiamond.contracts=write and commit the result").isEqualTo(all);
    }

    @Test
    void aChangeIsFound() {
        SortedMap<String, String> before = now();
        SortedMap<String, String> after = now();
        after.put("field diamond.gateway.v1.Task#1", "id int32");
        after.remove("rpc diamond.gateway.v1.TaskService/SubmitTask");
        after.remove("field diamond.gateway.v1.Task#2");
        after.remove("enum diamond.gateway.v1.TaskState#1");

        List<String> broken = broken(before, after);

        assertThat(broken).hasSize(4);
    }

    private static List<String> broken(Map<String, String> before, Map<String, String> after) {
        List<String> broken = new ArrayList<>();
        before.forEach((what, was) -> {
            String is = after.get(what);
            if (is == null ? !reserved(what, was) : !is.equals(was)) {
                broken.add(what + ": was " + was + ", is " + is);
            }
        });
        return broken;
    }

    /** Whether the place of what is gone is kept free: its number and its name. */
    private static boolean reserved(String what, String was) {
        String place = what.substring(what.indexOf(' ') + 1);
        String type = place.replaceAll("#.*", "");
        int number = place.contains("#") ? Integer.parseInt(place.substring(place.indexOf('#') + 1)) : -1;
        String name = was.replaceAll(" .*", "");
        return Protos.messages().stream().filter(m -> m.getFullName().equals(type)).anyMatch(m ->
                        m.isReservedNumber(number) && m.isReservedName(name))
                || Protos.enums().stream().filter(e -> e.getFullName().equals(type)).anyMatch(e ->
                        e.isReservedNumber(number) && e.isReservedName(name));
    }

    private static SortedMap<String, String> now() {
        SortedMap<String, String> all = new TreeMap<>();
        for (Descriptor message : Protos.messages()) {
            message.getFields().forEach(f ->
                    all.put("field " + message.getFullName() + "#" + f.getNumber(), f.getName() + " " + type(f)));
        }
        for (EnumDescriptor type : Protos.enums()) {
            type.getValues().forEach(v ->
                    all.put("enum " + type.getFullName() + "#" + v.getNumber(), v.getName()));
        }
        Protos.files().forEach(file -> file.getServices().forEach(service -> service.getMethods().forEach(call ->
                all.put("rpc " + service.getFullName() + "/" + call.getName(), signature(call)))));
        return all;
    }

    private static String type(FieldDescriptor field) {
        if (field.isMapField()) {
            return "map " + type(field.getMessageType().findFieldByName("key")) + " to "
                    + type(field.getMessageType().findFieldByName("value"));
        }
        String type = switch (field.getJavaType()) {
            case MESSAGE -> field.getMessageType().getFullName();
            case ENUM -> field.getEnumType().getFullName();
            default -> field.getType().name().toLowerCase(java.util.Locale.ROOT);
        };
        String oneof = field.getRealContainingOneof() == null ? "" : " of " + field.getRealContainingOneof().getName();
        boolean marked = field.hasPresence() && field.getRealContainingOneof() == null
                && field.getJavaType() != FieldDescriptor.JavaType.MESSAGE;
        return (field.isRepeated() ? "repeated " : marked ? "optional " : "") + type + oneof;
    }

    private static String signature(MethodDescriptor call) {
        return (call.isClientStreaming() ? "stream " : "") + call.getInputType().getFullName() + " to "
                + (call.isServerStreaming() ? "stream " : "") + call.getOutputType().getFullName();
    }

    private static SortedMap<String, String> read() throws Exception {
        SortedMap<String, String> all = new TreeMap<>();
        if (Files.exists(BASELINE)) {
            for (String line : Files.readAllLines(BASELINE)) {
                int end = line.indexOf(' ', line.indexOf(' ') + 1);
                all.put(line.substring(0, end), line.substring(end + 1));
            }
        }
        return all;
    }
}
