package org.diamondhpc.messaging.domain;

import io.quarkus.hibernate.orm.JsonFormat;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import org.diamondhpc.schemas.DiamondJson;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.format.FormatMapper;
import org.hibernate.type.format.jackson.JacksonJsonFormatMapper;

/** Records in JSON columns are written as in events, whatever a service's REST edge does. */
@JsonFormat
@PersistenceUnitExtension
public class DiamondJsonColumns implements FormatMapper {
    private final FormatMapper mapper = new JacksonJsonFormatMapper(DiamondJson.json());

    @Override
    public <T> T fromString(CharSequence text, JavaType<T> type, WrapperOptions options) {
        return mapper.fromString(text, type, options);
    }

    @Override
    public <T> String toString(T value, JavaType<T> type, WrapperOptions options) {
        return mapper.toString(value, type, options);
    }
}
