package org.diamondhpc.schemas.event;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which record is which CloudEvents type: {@code org.diamondhpc.<family>.<what-happened>.v1}. */
public final class EventTypes {
    private static final Map<String, Class<? extends Event>> BY_TYPE = Stream.of(
                    TaskEvent.class, TransferEvent.class, SessionEvent.class)
            .flatMap(EventTypes::records)
            .collect(Collectors.toUnmodifiableMap(EventTypes::made, Function.identity()));

    private static final Map<Class<? extends Event>, String> BY_CLASS = BY_TYPE.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));

    private EventTypes() {
    }

    /** For example {@code org.diamondhpc.task.placed.v1}. */
    public static String of(Class<? extends Event> event) {
        return BY_CLASS.get(event);
    }

    private static String made(Class<? extends Event> event) {
        String family = TaskEvent.class.isAssignableFrom(event) ? "task"
                : TransferEvent.class.isAssignableFrom(event) ? "transfer" : "session";
        String words = event.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        String rest = words.startsWith(family + "-") ? words.substring(family.length() + 1) : words;
        return "org.diamondhpc." + family + "." + rest + ".v1";
    }

    public static String of(Event event) {
        return of(event.getClass());
    }

    /** Empty for a type of a newer version: the consumer passes it over. */
    public static Optional<Class<? extends Event>> named(String type) {
        return Optional.ofNullable(BY_TYPE.get(type));
    }

    public static List<String> all() {
        return BY_TYPE.keySet().stream().sorted().toList();
    }

    private static Stream<Class<? extends Event>> records(Class<?> sealed) {
        return Arrays.stream(sealed.getPermittedSubclasses()).flatMap(c -> c.isRecord()
                ? Stream.of(c.<Event>asSubclass(Event.class))
                : records(c));
    }
}
