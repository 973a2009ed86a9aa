package org.diamondhpc.transfer.globus.auth;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.api.SessionNeeds;

/** What a person must do, with the link that does it. */
public final class HumanHelp {
    private final String authorize;
    private final Grant grant;

    public HumanHelp(URI authBase, Grant grant) {
        this.authorize = authBase.toString().replaceFirst("/+$", "") + "/v2/oauth2/authorize";
        this.grant = grant;
    }

    /** The identity's owner must let this client use the collections. */
    public Problem consent(List<String> scopes, String said) {
        String detail = "Globus wants a consent before client %s may use the data%s".formatted(grant.clientId(),
                said(said));
        return switch (grant) {
            case Grant.RefreshToken person -> problem(Reason.TRANSFER_NEEDS_CONSENT, detail, link(scopes,
                    new SessionNeeds(null, null, null, null, false, null)));
            case Grant.ClientCredentials own -> new Problem(Reason.TRANSFER_NEEDS_CONSENT, detail,
                    "An administrator of the collection must let the client identity %s@clients.auth.globus.org use it"
                            .formatted(own.clientId()) + " (required: " + String.join(" ", scopes)
                            + "); the transfer then goes on by itself.", null);
        };
    }

    /** The person must sign on again, in a certain way. */
    public Problem session(SessionNeeds needs) {
        String detail = "Globus wants a fresh sign-on" + said(needs.message());
        return switch (grant) {
            case Grant.RefreshToken person -> problem(Reason.TRANSFER_NEEDS_SIGN_ON, detail,
                    link(List.of(Scopes.TRANSFER), needs));
            case Grant.ClientCredentials own -> new Problem(Reason.TRANSFER_NEEDS_SIGN_ON, detail,
                    "A client acting for itself cannot sign on; let the tenant use an identity with a refresh token,"
                            + " or have the collection's administrator exempt the client " + own.clientId() + ".", null);
        };
    }

    private static Problem problem(Reason reason, String detail, String link) {
        // where only the detail is shown, the link must be in it
        return new Problem(reason, detail + "; open " + link, "Open " + link + " and agree; the transfer then goes on by itself.", null);
    }

    private static String said(String message) {
        return message == null || message.isBlank() ? "" : ": " + message.strip();
    }

    private String link(List<String> scopes, SessionNeeds needs) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("client_id", grant.clientId());
        query.put("response_type", "code");
        query.put("redirect_uri", "https://auth.globus.org/v2/web/auth-code");
        query.put("access_type", "offline");
        query.put("scope", scopes.isEmpty() ? Scopes.TRANSFER : String.join(" ", scopes));
        put(query, "session_message", needs.message() == null ? List.of() : List.of(needs.message()));
        put(query, "session_required_identities", needs.identities());
        put(query, "session_required_policies", needs.policies());
        put(query, "session_required_single_domain", needs.domains());
        put(query, "session_required_mfa", needs.mfa() ? List.of("true") : List.of());
        put(query, "prompt", needs.prompt() == null ? List.of() : List.of(needs.prompt()));
        return authorize + "?" + query.entrySet().stream().map(e -> e.getKey() + "="
                + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&"));
    }

    private static void put(Map<String, String> query, String name, List<String> values) {
        if (!values.isEmpty()) {
            query.put(name, String.join(",", values));
        }
    }
}
