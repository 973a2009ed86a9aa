package org.diamondhpc.gateway.webhook;

import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.diamondhpc.gateway.webhook.domain.Secret;
import org.diamondhpc.schemas.id.WebhookId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** Makes secrets and seals them (AES-256-GCM), each bound to its webhook, so that a row's secret fits no other row. */
@Singleton
class SecretBox {
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final int LEAST_KEY = 32;

    private final SecureRandom random = new SecureRandom();
    private final Optional<SecretKeySpec> key;

    SecretBox(WebhookConfig config) {
        this.key = config.secretsKey().map(SecretBox::key);
    }

    /** @throws DiamondException {@code POLICY_DENIED} where the operator gave no key */
    void require() {
        if (key.isEmpty()) {
            throw DiamondException.of(Reason.POLICY_DENIED,
                    "webhooks are off here; diamond.gateway.webhooks.secrets-key switches them on");
        }
    }

    Secret fresh() {
        byte[] bytes = new byte[Secret.BYTES];
        random.nextBytes(bytes);
        return Secret.of(bytes);
    }

    byte[] seal(WebhookId hook, Secret secret) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        try {
            byte[] sealed = run(Cipher.ENCRYPT_MODE, hook, nonce, secret.text().getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed).array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES in GCM", e);
        }
    }

    /** @throws Sealed where it was sealed with another key, or for another webhook, or there is no key now */
    Secret open(WebhookId hook, byte[] sealed) throws Sealed {
        ByteBuffer all = ByteBuffer.wrap(sealed);
        byte[] nonce = new byte[NONCE];
        all.get(nonce);
        byte[] rest = new byte[all.remaining()];
        all.get(rest);
        try {
            return Secret.parse(new String(run(Cipher.DECRYPT_MODE, hook, nonce, rest), StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new Sealed(e);
        }
    }

    /** A secret that the key in force does not open. */
    static final class Sealed extends Exception {
        Sealed(Throwable cause) {
            super("its secret cannot be opened with the key in force; register it anew", cause);
        }
    }

    private byte[] run(int mode, WebhookId hook, byte[] nonce, byte[] text) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key.orElseThrow(() -> new GeneralSecurityException("there is no key")),
                new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(hook.value().getBytes(StandardCharsets.UTF_8));
        return cipher.doFinal(text);
    }

    private static SecretKeySpec key(String text) {
        if (text.length() < LEAST_KEY) {
            throw new IllegalArgumentException(
                    "diamond.gateway.webhooks.secrets-key has at least " + LEAST_KEY + " characters");
        }
        try {
            return new SecretKeySpec(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)),
                    "AES");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
