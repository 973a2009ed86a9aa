package org.diamondhpc.gateway.agent.domain;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Prices of a million tokens; so a token costs as many millionths of the currency as its kind's price says. */
public record Price(BigDecimal input, BigDecimal cached, BigDecimal output) {
    public static final Price FREE = new Price(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

    /** In millionths of the currency, rounded up: what is shown is never less than what is owed. */
    public long micros(Usage usage) {
        return of(input, usage.input() - usage.cached()).add(of(cached, usage.cached())).add(of(output, usage.output()))
                .setScale(0, RoundingMode.CEILING).longValueExact();
    }

    private static BigDecimal of(BigDecimal price, long tokens) {
        return price.multiply(BigDecimal.valueOf(tokens));
    }
}
