package org.diamondhpc.gateway.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/**
 * One effect for one {@code Idempotency-Key}: the answer is stored in the transaction of the effect, and a repeated
 * request gets it again. An advisory lock held by that transaction marks a request in flight, so a killed gateway
 * leaves nothing behind; what failed is not stored and may be tried again.
 */
@ApplicationScoped
public class Idempotency {
    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

    private final EntityManager em;
    private final Clock clock;

    Idempotency(EntityManager em, Clock clock) {
        this.em = em;
        this.clock = clock;
    }

    /**
     * Runs {@code effect} in a transaction, once for the key.
     *
     * @param key as sent; null: the effect is simply run
     * @param request what must be the same each time: method, path and body
     * @throws DiamondException {@code POLICY_IN_FLIGHT} while the same key is worked on, and
     *     {@code INVALID_IDEMPOTENCY_KEY} where it was used for another request
     */
    @Transactional
    public Answer once(Caller caller, String key, byte[] request, Supplier<Answer> effect) {
        if (key == null) {
            return effect.get();
        }
        String fingerprint = fingerprint(key, request);
        lock(caller, key);
        List<Tuple> known = find(caller, key);
        if (!known.isEmpty()) {
            return again(known.getFirst(), fingerprint);
        }
        Answer answer = effect.get();
        store(caller, key, fingerprint, answer);
        return answer;
    }

    /**
     * The answer that was given for the key; empty where none was yet.
     *
     * @throws DiamondException as {@link #once}, but for a request that is worked on
     */
    @Transactional
    public Optional<Answer> known(Caller caller, String key, byte[] request) {
        String fingerprint = fingerprint(key, request);
        return find(caller, key).stream().findFirst().map(row -> again(row, fingerprint));
    }

    /** Removes what is older than {@code before}; in the current transaction. */
    @Transactional
    public int forget(Instant before) {
        return em.createNativeQuery("DELETE FROM idempotency WHERE created_at < ?1").setParameter(1, before)
                .executeUpdate();
    }

    private static String fingerprint(String key, byte[] request) {
        if (!KEY.matcher(key).matches()) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "Idempotency-Key is 1 to 255 visible ASCII characters");
        }
        return HexFormat.of().formatHex(sha256(request));
    }

    private void lock(Caller caller, String key) {
        long number = ByteBuffer.wrap(sha256((caller.tenant() + " " + key).getBytes(StandardCharsets.UTF_8))).getLong();
        boolean free = (boolean) em.createNativeQuery("SELECT pg_try_advisory_xact_lock(?1)", Boolean.class)
                .setParameter(1, number).getSingleResult();
        if (!free) {
            throw DiamondException.of(Reason.POLICY_IN_FLIGHT, "a request with this Idempotency-Key is being worked on");
        }
    }

    @SuppressWarnings("unchecked")
    private List<Tuple> find(Caller caller, String key) {
        return em.createNativeQuery("""
                SELECT fingerprint, status, location, etag, body FROM idempotency WHERE tenant = ?1 AND key = ?2
                """, Tuple.class).setParameter(1, caller.tenant().value()).setParameter(2, key).getResultList();
    }

    private static Answer again(Tuple row, String fingerprint) {
        if (!row.get("fingerprint", String.class).equals(fingerprint)) {
            throw DiamondException.of(Reason.INVALID_IDEMPOTENCY_KEY,
                    "this Idempotency-Key came with another request before");
        }
        return new Answer(row.get("status", Integer.class), row.get("location", String.class),
                row.get("etag", String.class), row.get("body", String.class), true);
    }

    private void store(Caller caller, String key, String fingerprint, Answer answer) {
        em.createNativeQuery("""
                INSERT INTO idempotency (tenant, key, fingerprint, status, location, etag, body, created_at)
                VALUES (?1, ?2, ?3, ?4, CAST(?5 AS text), CAST(?6 AS text), CAST(?7 AS text), ?8)
                """).setParameter(1, caller.tenant().value()).setParameter(2, key).setParameter(3, fingerprint)
                .setParameter(4, answer.status()).setParameter(5, answer.location()).setParameter(6, answer.etag())
                .setParameter(7, json(answer.body())).setParameter(8, clock.instant()).executeUpdate();
    }

    private static String json(Object body) {
        try {
            return body == null ? null : DiamondJson.json().writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
