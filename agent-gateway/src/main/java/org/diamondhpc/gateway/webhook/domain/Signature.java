package org.diamondhpc.gateway.webhook.domain;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What a receiver checks: HMAC-SHA256 over {@code id.timestamp.body}, as Standard Webhooks says. */
public final class Signature {
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {
    }

    /**
     * The header {@code webhook-signature}.
     *
     * @param id of the message, without full stops
     * @param at told in whole seconds
     */
    public static String of(Secret secret, String id, Instant at, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.key(), ALGORITHM));
            mac.update((id + "." + at.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
