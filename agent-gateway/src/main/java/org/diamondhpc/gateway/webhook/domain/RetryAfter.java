package org.diamondhpc.gateway.webhook.domain;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/** The header of RFC 9110 section 10.2.3: seconds, or a date. */
public final class RetryAfter {
    private static final Duration MOST = Duration.ofDays(1);

    private RetryAfter() {
    }

    /** At most a day; null where there is none or it cannot be read. */
    public static Duration parse(String header, Instant now) {
        if (header == null) {
            return null;
        }
        String text = header.strip();
        try {
            Duration asked = text.matches("\\d{1,9}") ? Duration.ofSeconds(Long.parseLong(text)) : Duration.between(now,
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
            return asked.isNegative() ? Duration.ZERO : asked.compareTo(MOST) > 0 ? MOST : asked;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
