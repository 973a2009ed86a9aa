package org.diamondhpc.schemas.request;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which request is which CloudEvents type, {@code org.diamondhpc.request.<kind>.v1}: whoever asks and whoever
 * registers an answer take the type from here. The body is the {@link SiteRequest} as JSON with its {@code kind};
 * the answer's body is a {@link SiteReply} with its own.
 */
public final class RequestTypes {
    private static final Map<Class<?>, String> BY_CLASS = Arrays.stream(
                    SiteRequest.class.getAnnotation(JsonSubTypes.class).value())
            .collect(Collectors.toUnmodifiableMap(JsonSubTypes.Type::value,
                    ((Function<JsonSubTypes.Type, String>) JsonSubTypes.Type::name).andThen(RequestTypes::type)));

    private RequestTypes() {
    }

    /** For example {@code org.diamondhpc.request.list-files.v1}. */
    public static String of(Class<? extends SiteRequest> request) {
        String type = BY_CLASS.get(request);
        if (type == null) {
            throw new IllegalArgumentException(request.getSimpleName() + " is no request");
        }
        return type;
    }

    public static String of(SiteRequest request) {
        return of(request.getClass());
    }

    private static String type(String kind) {
        return "org.diamondhpc.request." + kind + ".v1";
    }
}
