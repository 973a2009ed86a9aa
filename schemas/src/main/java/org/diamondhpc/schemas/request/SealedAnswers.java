package org.diamondhpc.schemas.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.diamondhpc.schemas.DiamondJson;

/**
 * Answers to a login's prompts, readable only by the keeper of the login: topics and logs between are readable to
 * operators. X25519 with a key pair of one use on the sender's side, SHA-256 over the shared secret and both public
 * keys, AES-256-GCM. As text: base64 of the sender's public key (X.509, 44 bytes) and the sealed JSON array. Since no
 * key is used twice, the nonce is zero.
 */
public final class SealedAnswers {
    private static final String CURVE = "X25519";
    private static final int KEY_BYTES = 44;
    private static final int TAG_BITS = 128;

    private SealedAnswers() {
    }

    /** The keeper's key pair, best a new one for each login. */
    public static KeyPair newKey() {
        try {
            return KeyPairGenerator.getInstance(CURVE).generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has X25519", e);
        }
    }

    /** As {@link SiteReply.Prompts#key()} carries it. */
    public static String text(PublicKey key) {
        return Base64.getEncoder().encodeToString(key.getEncoded());
    }

    /**
     * Seals the answers.
     *
     * @param key the keeper's public key as {@link SiteReply.Prompts#key()} carries it
     * @throws IllegalArgumentException where it is none
     */
    public static String seal(List<String> answers, String key) {
        try {
            PublicKey keeper = key(Base64.getDecoder().decode(key));
            KeyPair own = newKey();
            byte[] sender = own.getPublic().getEncoded();
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, own.getPrivate(), keeper, sender, keeper.getEncoded())
                    .doFinal(DiamondJson.json().writeValueAsBytes(answers));
            return Base64.getEncoder().encodeToString(ByteBuffer.allocate(sender.length + sealed.length)
                    .put(sender).put(sealed).array());
        } catch (GeneralSecurityException | JsonProcessingException e) {
            throw new IllegalArgumentException("the answers cannot be sealed for this key", e);
        }
    }

    /**
     * Opens what was sealed for the key pair.
     *
     * @throws IllegalArgumentException where it was sealed for another, or changed on the way
     */
    public static List<String> open(String sealed, KeyPair keeper) {
        try {
            byte[] all = Base64.getDecoder().decode(sealed);
            byte[] sender = Arrays.copyOf(all, KEY_BYTES);
            byte[] json = cipher(Cipher.DECRYPT_MODE, keeper.getPrivate(), key(sender), sender,
                    keeper.getPublic().getEncoded()).doFinal(all, KEY_BYTES, Math.max(0, all.length - KEY_BYTES));
            return DiamondJson.json().readValue(json, new TypeReference<>() { });
        } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("the answers were not sealed for this key");
        }
    }

    private static Cipher cipher(int mode, PrivateKey own, PublicKey other, byte[] sender, byte[] keeper)
            throws GeneralSecurityException {
        KeyAgreement agreement = KeyAgreement.getInstance(CURVE);
        agreement.init(own);
        agreement.doPhase(other, true);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(agreement.generateSecret());
        digest.update(sender);
        digest.update(keeper);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(digest.digest(), "AES"), new GCMParameterSpec(TAG_BITS, new byte[12]));
        return cipher;
    }

    private static PublicKey key(byte[] encoded) throws GeneralSecurityException {
        return KeyFactory.getInstance(CURVE).generatePublic(new X509EncodedKeySpec(encoded));
    }
}
