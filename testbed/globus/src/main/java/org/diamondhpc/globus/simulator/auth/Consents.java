package org.diamondhpc.globus.simulator.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.model.CollectionSpec;

/**
 * Who has agreed to what. A consent belongs to the identity, not to a token: asking for a token with the dependent
 * scope gives it, and every token of that identity, older ones too, is good for the collection from then on.
 */
public final class Consents {
    /** One identity's, for one collection. */
    public record Consent(String client, String collection) { }

    /** All consents as they outlive the service. */
    public record Saved(Set<Consent> given, Set<Consent> sessions, Set<String> withheld) { }

    private final Set<Consent> given = ConcurrentHashMap.newKeySet();
    private final Set<String> withheld = ConcurrentHashMap.newKeySet();
    private final Set<Consent> sessions = ConcurrentHashMap.newKeySet();

    void give(String client, List<Scope> scopes) {
        scopes.stream().flatMap(s -> s.collections().stream()).filter(c -> !withheld.contains(c))
                .forEach(c -> given.add(new Consent(client, c)));
    }

    /** @throws Refusal 403 in the form of Globus Auth requirements errors (GARE) */
    public void require(String client, CollectionSpec collection) {
        if (collection.needsDataAccess() && !given.contains(new Consent(client, collection.id()))) {
            throw consentRequired(collection);
        }
        if (!collection.session().isEmpty() && !sessions.contains(new Consent(client, collection.id()))) {
            throw sessionRequired(collection);
        }
    }

    /** Consents for this collection are asked for in vain from now on: nothing but a human helps. */
    public void withhold(String collection) {
        withheld.add(collection);
        revoke(collection);
    }

    public void heal() {
        withheld.clear();
    }

    public void revoke(String collection) {
        given.removeIf(c -> c.collection().equals(collection));
    }

    /** What a human does in a browser: signs in as the collection's policies want it. */
    public void signIn(String client, String collection) {
        sessions.add(new Consent(client, collection));
    }

    /** The sign-on is too old. */
    public void signOut(String client, String collection) {
        sessions.remove(new Consent(client, collection));
    }

    public Saved saved() {
        return new Saved(Set.copyOf(given), Set.copyOf(sessions), Set.copyOf(withheld));
    }

    public void restore(Saved saved) {
        given.addAll(saved.given());
        sessions.addAll(saved.sessions());
        withheld.addAll(saved.withheld());
    }

    private static Refusal consentRequired(CollectionSpec collection) {
        List<String> scopes = List.of(Scope.transferWith(collection.id()));
        String message = "Missing required data_access consent";
        ObjectNode body = Json.object().put("code", "ConsentRequired").put("message", message);
        body.set("required_scopes", Json.texts(scopes));
        body.putObject("authorization_parameters").put("session_message", message)
                .set("required_scopes", Json.texts(scopes));
        return Refusal.withBody(403, message, body);
    }

    private static Refusal sessionRequired(CollectionSpec collection) {
        String message = "Your session does not satisfy the authentication policies of this collection";
        ObjectNode body = Json.object().put("code", "AuthPolicyFailed").put("message", message);
        ObjectNode parameters = body.putObject("authorization_parameters").put("session_message", message)
                .put("prompt", "login");
        parameters.set("session_required_policies", Json.texts(collection.session()));
        return Refusal.withBody(403, message, body);
    }
}
