package org.diamondhpc.transfer.globus.auth;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Seals texts with AES-256 in GCM: whoever reads the database reads nothing, whoever changes it is found out. */
public final class SecretBox {
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int KEY = 32;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final SecureRandom random;

    public SecretBox(byte[] key, SecureRandom random) {
        if (key.length != KEY) {
            throw new IllegalArgumentException("the key for tokens must be 32 bytes");
        }
        this.key = new SecretKeySpec(key, "AES");
        this.random = random;
    }

    /** @param file 32 random bytes in base64 or hexadecimal; {@code openssl rand -base64 32} writes it */
    public static SecretBox of(Path file, SecureRandom random) throws IOException {
        String text = Files.readString(file).strip();
        try {
            return new SecretBox(text.matches("[0-9a-f]{64}") ? HexFormat.of().parseHex(text)
                    : Base64.getDecoder().decode(text), random);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": the key for tokens must be 32 bytes, in base64 or hexadecimal", e);
        }
    }

    /** @param name what it is kept under; it opens under no other name */
    public byte[] seal(String name, String secret) {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, name, secret.getBytes(StandardCharsets.UTF_8));
        byte[] whole = Arrays.copyOf(nonce, NONCE + sealed.length);
        System.arraycopy(sealed, 0, whole, NONCE, sealed.length);
        return whole;
    }

    /** @throws IllegalArgumentException where it was sealed with another key, under another name, or was changed */
    public String open(String name, byte[] sealed) {
        if (sealed.length <= NONCE) {
            throw new IllegalArgumentException("too short for a sealed secret");
        }
        byte[] nonce = Arrays.copyOf(sealed, NONCE);
        return new String(cipher(Cipher.DECRYPT_MODE, nonce, name, Arrays.copyOfRange(sealed, NONCE, sealed.length)),
                StandardCharsets.UTF_8);
    }

    private byte[] cipher(int mode, byte[] nonce, String name, byte[] content) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the sealed secret does not open with this key", e);
        }
    }
}
