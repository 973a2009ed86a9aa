package org.diamondhpc.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;

/** A token as an issuer makes it, good unless told otherwise. */
final class TokenOf {
    private final JwtClaims claims = new JwtClaims();
    private RsaJsonWebKey key;

    TokenOf(TestingIssuer issuer, String tenant, String... roles) {
        key = issuer.key();
        claims.setIssuer(issuer.address());
        claims.setAudience(IssuerResource.AUDIENCE);
        claims.setSubject("u-4711");
        claims.setStringClaim("preferred_username", "carol");
        claims.setStringClaim("diamond_tenant", tenant);
        claims.setStringListClaim("groups", List.of(roles));
        claims.setIssuedAt(date(Duration.ZERO));
        claims.setExpirationTime(date(Duration.ofMinutes(5)));
    }

    TokenOf with(String claim, Object value) {
        claims.setClaim(claim, value);
        return this;
    }

    TokenOf without(String claim) {
        claims.unsetClaim(claim);
        return this;
    }

    /** Seconds since the epoch, that far from now. */
    TokenOf with(String claim, Duration fromNow) {
        return with(claim, (Object) date(fromNow).getValue());
    }

    TokenOf signedBy(RsaJsonWebKey other) {
        key = other;
        return this;
    }

    String text() {
        JsonWebSignature signature = signature(AlgorithmIdentifiers.RSA_USING_SHA256);
        signature.setKey(key.getPrivateKey());
        return compact(signature);
    }

    /** With algorithm {@code none} and an empty signature. */
    String unsigned() {
        JsonWebSignature signature = signature(AlgorithmIdentifiers.NONE);
        signature.setAlgorithmConstraints(AlgorithmConstraints.NO_CONSTRAINTS);
        return compact(signature);
    }

    /** With the issuer's public key as the secret of an HMAC, which a careless verifier takes. */
    String signedByThePublicKey() {
        JsonWebSignature signature = signature(AlgorithmIdentifiers.HMAC_SHA256);
        signature.setKey(new HmacKey(key.getPublicKey().getEncoded()));
        return compact(signature);
    }

    private JsonWebSignature signature(String algorithm) {
        JsonWebSignature signature = new JsonWebSignature();
        signature.setPayload(claims.toJson());
        signature.setAlgorithmHeaderValue(algorithm);
        signature.setKeyIdHeaderValue(key.getKeyId());
        return signature;
    }

    private static String compact(JsonWebSignature signature) {
        try {
            return signature.getCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    private static NumericDate date(Duration fromNow) {
        return NumericDate.fromMilliseconds(Instant.now().plus(fromNow).toEpochMilli());
    }
}
