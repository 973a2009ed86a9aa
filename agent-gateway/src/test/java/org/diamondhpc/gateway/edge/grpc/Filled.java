package org.diamondhpc.gateway.edge.grpc;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.gateway.wake.domain.Digest;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.id.WaitId;
import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.spec.MemorySize;
import org.diamondhpc.schemas.spec.Walltime;

/** Makes a record with something in every component, down to the last. */
final class Filled {
    private static final ObjectNode TREE = DiamondJson.json().createObjectNode().put("text", "é").put("whole", 7)
            .put("part", 0.5).put("no", false);
    private static final Map<Class<?>, Object> SAMPLES = Map.ofEntries(Map.entry(String.class, "some text"),
            Map.entry(int.class, 7), Map.entry(Integer.class, 7), Map.entry(long.class, 1L << 40),
            Map.entry(Long.class, 1L << 40), Map.entry(Double.class, 0.5),
            Map.entry(double.class, 0.5), Map.entry(BigDecimal.class, new BigDecimal("0.000123")), Map.entry(boolean.class, true), Map.entry(Boolean.class, true),
            Map.entry(Instant.class, Instant.parse("2026-01-02T03:04:05.678901Z")),
            Map.entry(Duration.class, Duration.ofSeconds(3661, 5_000_000)),
            Map.entry(JsonNode.class, TREE), Map.entry(ObjectNode.class, TREE),
            Map.entry(MemorySize.class, MemorySize.parse("4GiB")), Map.entry(Walltime.class, Walltime.ofMinutes(90)),
            Map.entry(TaskId.class, new TaskId("t-00000001")), Map.entry(SiteId.class, new SiteId("alpha")),
            Map.entry(SessionId.class, new SessionId("s-00000001")), Map.entry(WaitId.class, new WaitId("w-00000001")),
            Map.entry(TransferId.class, new TransferId("x-00000001")), Map.entry(TenantId.class, new TenantId("alice")),
            Map.entry(WorkspaceId.class, new WorkspaceId("proj")));

    private Filled() {
    }

    static <R> R record(Class<R> type) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            var made = type.getDeclaredConstructor(Arrays.stream(components).map(RecordComponent::getType)
                    .toArray(Class<?>[]::new));
            made.setAccessible(true);
            return made.newInstance(Arrays.stream(components).map(Filled::component).toArray());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(type + " cannot be filled", e);
        }
    }

    private static Object component(RecordComponent c) {
        if (c.getAccessor().isAnnotationPresent(JsonRawValue.class)) {
            return c.getName().equals("digest") ? record(Digest.class).json() : TREE.toString();
        }
        return value(c.getGenericType());
    }

    private static Object value(Type type) {
        if (type instanceof ParameterizedType p) {
            Type[] of = p.getActualTypeArguments();
            if (p.getRawType() == Map.class) {
                return Map.of(of[0] == String.class ? "key" : value(of[0]), value(of[1]));
            }
            return p.getRawType() == Set.class ? Set.of(value(of[0])) : List.of(value(of[0]));
        }
        Class<?> raw = (Class<?>) type;
        if (SAMPLES.containsKey(raw)) {
            return SAMPLES.get(raw);
        }
        if (raw.isEnum()) {
            return raw.getEnumConstants()[raw.getEnumConstants().length - 1];
        }
        return record(raw);
    }
}
