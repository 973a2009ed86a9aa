package org.diamondhpc.gateway.policy;

import io.quarkus.oidc.OIDCException;
import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.UnauthorizedException;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.jose4j.jwt.consumer.ErrorCodes;
import org.jose4j.jwt.consumer.InvalidJwtException;

/** Why no caller was known, in words for whoever asked; never a word of the token itself. */
public final class TokenRefusal {
    private static final Map<Integer, String> WORDS = Map.of(
            ErrorCodes.EXPIRED, "the token has expired",
            ErrorCodes.EXPIRATION_MISSING, "the token does not say when it expires",
            ErrorCodes.NOT_YET_VALID, "the token is not valid yet",
            ErrorCodes.ISSUER_INVALID, "the token is of another issuer than this instance's",
            ErrorCodes.ISSUER_MISSING, "the token does not say who issued it",
            ErrorCodes.AUDIENCE_INVALID, "the token is meant for another audience than this instance",
            ErrorCodes.AUDIENCE_MISSING, "the token does not say for which audience it is meant",
            ErrorCodes.SIGNATURE_INVALID, "the token's signature is not its issuer's");

    private TokenRefusal() {
    }

    /** {@code AUTH_MISSING}, or {@code INTERNAL_UNAVAILABLE} while the issuer is away; empty: it was something else. */
    public static Optional<Problem> of(Throwable failure) {
        return switch (failure) {
            case OIDCException e -> Optional.of(Problem.of(Reason.INTERNAL_UNAVAILABLE,
                    "the identity provider does not answer now, and no token of the tokens file was sent"));
            case AuthenticationFailedException e -> Optional.of(Problem.of(Reason.AUTH_MISSING, words(e)));
            case UnauthorizedException e -> Optional.of(nothingSent());
            case null, default -> Optional.empty();
        };
    }

    static Problem nothingSent() {
        return Problem.of(Reason.AUTH_MISSING, "the request carries no known bearer token");
    }

    private static String words(Throwable failure) {
        for (Throwable t = failure; t != null && t != t.getCause(); t = t.getCause()) {
            if (t instanceof InvalidJwtException invalid) {
                return WORDS.entrySet().stream().filter(e -> invalid.hasErrorCode(e.getKey())).map(Map.Entry::getValue)
                        .sorted().findFirst().orElse("the token cannot be verified");
            }
        }
        return nothingSent().detail();
    }
}
