package org.diamondhpc.transfer.globus;

import java.util.function.Function;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.api.GlobusApi;
import org.diamondhpc.transfer.globus.api.GlobusError;
import org.diamondhpc.transfer.globus.api.GlobusException;
import org.diamondhpc.transfer.globus.auth.Scopes;
import org.diamondhpc.transfer.globus.domain.Way;

/** Calls somebody waits for: with the consents they need, past an endpoint that rests, failures in the reasons of all edges. */
final class Answering {
    private Answering() {
    }

    /** @throws DiamondException whatever Globus says against it */
    static <T> T call(Desk desk, Way way, Function<GlobusApi, T> call) {
        if (desk.restsUntil(way) != null) {
            throw DiamondException.of(Reason.TRANSFER_SERVICE_AWAY, "the collection of %s did not answer lately; it is asked again at %s"
                    .formatted(way.toSite(), desk.restsUntil(way)));
        }
        try {
            desk.tokens().want(desk.dataAccess(way));
            T answer = consented(desk, call);
            desk.answered(way);
            return answer;
        } catch (GlobusException e) {
            if (e.error() instanceof GlobusError.EndpointAway away && reason(away.fault().code()) == Reason.TRANSFER_SERVICE_AWAY) {
                desk.failed(way);
            }
            throw said(desk, e);
        }
    }

    /** A consent may just be missing in the token: asked once for one that has it, then a person must help. */
    private static <T> T consented(Desk desk, Function<GlobusApi, T> call) {
        try {
            return call.apply(desk.quick());
        } catch (GlobusException e) {
            if (!(e.error() instanceof GlobusError.ConsentRequired consent)) {
                throw e;
            }
            desk.tokens().want(Scopes.collections(consent.scopes()));
            desk.tokens().renew();
            return call.apply(desk.quick());
        }
    }

    static DiamondException said(Desk desk, GlobusException trouble) {
        GlobusError error = trouble.error();
        String words = "Globus: " + error.fault();
        Problem problem = switch (error) {
            case GlobusError.ConsentRequired e -> desk.help().consent(e.scopes(), e.fault().message());
            case GlobusError.SessionRequired e -> desk.help().session(e.needs());
            case GlobusError.Denied e -> Problem.of(Reason.SITE_PERMISSION_DENIED, words);
            case GlobusError.NotFound e -> Problem.of(Reason.SITE_NO_SUCH_FILE, words);
            case GlobusError.Unauthenticated e -> Problem.of(Reason.TRANSFER_SERVICE_REFUSED, words);
            case GlobusError.EndpointAway e -> Problem.of(reason(e.fault().code()), words);
            case GlobusError.Conflict e -> Problem.of(Reason.TRANSFER_PAUSED, words);
            case GlobusError.Away e -> Problem.of(Reason.TRANSFER_SERVICE_AWAY, words);
            case GlobusError.TooMany e -> Problem.of(Reason.TRANSFER_SERVICE_AWAY, words);
            case GlobusError.Refused e -> Problem.of(Reason.INVALID_REQUEST, words);
        };
        return new DiamondException(problem, trouble);
    }

    /** What an endpoint's error means: most say that it is away, some that the path is not as it must be. */
    private static Reason reason(String code) {
        String kind = code.substring(code.lastIndexOf('.') + 1);
        return switch (kind) {
            case "Exists" -> Reason.SITE_FILE_EXISTS;
            case "NotDirectory" -> Reason.INVALID_PATH;
            case "SizeLimit" -> Reason.INVALID_TOO_LARGE;
            default -> Reason.TRANSFER_SERVICE_AWAY;
        };
    }

    static DiamondException nobody() {
        return DiamondException.of(Reason.POLICY_DENIED,
                "no Globus identity serves this tenant; the operator configures one (diamond.globus.identities)");
    }
}
