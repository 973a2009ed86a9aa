package org.diamondhpc.schemas.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.EventId;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.id.WaitId;
import org.diamondhpc.schemas.id.WebhookId;
import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.spec.ArraySpec;
import org.diamondhpc.schemas.spec.MemorySize;
import org.diamondhpc.schemas.spec.Walltime;

/** One value of every type of the contract, every field filled, so that no field can change unseen. */
final class Samples {
    private static final Map<Class<?>, Object> LEAVES = Map.ofEntries(
            Map.entry(Instant.class, Instant.parse("2026-11-30T08:00:00.123Z")),
            Map.entry(Duration.class, Duration.ofSeconds(90)),
            Map.entry(Integer.class, 7), Map.entry(int.class, 7),
            Map.entry(Long.class, 70L), Map.entry(long.class, 70L),
            Map.entry(Boolean.class, true), Map.entry(boolean.class, true),
            Map.entry(TenantId.class, new TenantId("demo")), Map.entry(SiteId.class, new SiteId("alpha")),
            Map.entry(TaskId.class, new TaskId("t-00mi1234abcd")),
            Map.entry(AttemptId.class, AttemptId.parse("t-00mi1234abcd.1")),
            Map.entry(TransferId.class, new TransferId("x-00mi1234abcd")),
            Map.entry(SessionId.class, new SessionId("s-00mi1234abcd")),
            Map.entry(WaitId.class, new WaitId("w-00mi1234abcd")),
            Map.entry(WebhookId.class, new WebhookId("h-00mi1234abcd")),
            Map.entry(EventId.class, new EventId("e-00mi1234abcd")),
            Map.entry(WorkspaceId.class, new WorkspaceId("proj")),
            Map.entry(MemorySize.class, MemorySize.parse("4GiB")),
            Map.entry(Walltime.class, Walltime.ofMinutes(30)),
            Map.entry(ArraySpec.class, new ArraySpec("1-3", 2)),
            Map.entry(JsonNode.class, DiamondJson.json().createObjectNode().put("any", "thing")));

    private Samples() {
    }

    static Object of(Class<?> type) {
        return of(type, type.getSimpleName());
    }

    private static Object of(Type type, String name) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            return generic.getRawType() == List.class ? List.of(of(arguments[0], name))
                    : Map.of(of(arguments[0], name), of(arguments[1], name));
        }
        Class<?> raw = (Class<?>) type;
        if (raw == String.class) {
            return name;
        }
        if (raw.isEnum()) {
            return raw.getEnumConstants()[0];
        }
        return raw.isRecord() && !LEAVES.containsKey(raw) ? record(raw) : leaf(raw);
    }

    private static Object leaf(Class<?> type) {
        if (!LEAVES.containsKey(type)) {
            throw new IllegalStateException("add a sample of " + type);
        }
        return LEAVES.get(type);
    }

    private static Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = Arrays.stream(components).map(c -> of(c.getGenericType(), c.getName())).toArray();
        try {
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no sample of " + type, e);
        }
    }
}
