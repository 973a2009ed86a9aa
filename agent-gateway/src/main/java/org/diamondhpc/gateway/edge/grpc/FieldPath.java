package org.diamondhpc.gateway.edge.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Optional;

/**
 * A JSON pointer of a violation as the path of a request's field: {@code /inputs/0/from} is
 * {@code spec.inputs[0].from}. What is no field (a member of free JSON, a key) is named as it is.
 */
final class FieldPath {
    private static final String[] BODIES = {"spec", "input"};

    private FieldPath() {
    }

    static String of(Descriptor request, String pointer) {
        if (pointer.isEmpty()) {
            return body(request).map(FieldDescriptor::getName).orElse("");
        }
        String[] names = pointer.substring(1).split("/", -1);
        StringBuilder path = new StringBuilder();
        Descriptor in = request;
        FieldDescriptor field = null;
        for (String raw : names) {
            String name = raw.replace("~1", "/").replace("~0", "~");
            boolean index = name.matches("\\d+");
            if (field == null && index && request.getFields().getFirst().isRepeated()) {
                field = request.getFields().getFirst(); // a batch is judged as the list it holds
                path.append(field.getName());
            }
            if (field != null && (field.isMapField() || index && field.isRepeated())) {
                path.append(index ? "[" + name + "]" : "[\"" + name + "\"]");
                in = field.isMapField() ? null : inside(field);
                field = null;
                continue;
            }
            Optional<FieldDescriptor> body = in == null || find(in, name).isPresent() ? Optional.empty() : body(in);
            if (body.isPresent()) {
                step(path, body.get().getName());
                in = inside(body.get());
            }
            field = in == null ? null : find(in, name).orElse(null);
            step(path, field == null ? name : field.getName());
            in = field == null ? null : field.isRepeated() ? in : inside(field);
        }
        return path.toString();
    }

    private static void step(StringBuilder path, String name) {
        path.append(path.isEmpty() ? "" : ".").append(name);
    }

    private static Descriptor inside(FieldDescriptor field) {
        boolean own = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                && !field.getMessageType().getFullName().startsWith("google.");
        return own ? field.getMessageType() : null;
    }

    private static Optional<FieldDescriptor> find(Descriptor in, String name) {
        return in.getFields().stream().filter(f -> f.getJsonName().equals(name)).findFirst();
    }

    private static Optional<FieldDescriptor> body(Descriptor request) {
        for (String name : BODIES) {
            FieldDescriptor field = request.findFieldByName(name);
            if (field != null) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }
}
