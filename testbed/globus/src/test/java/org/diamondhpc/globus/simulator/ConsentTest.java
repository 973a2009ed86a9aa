package org.diamondhpc.globus.simulator;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.auth.Scope;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConsentTest extends Ends {
    private Client fresh;

    @BeforeEach
    void logInWithoutConsent() {
        fresh = new Client(simulator).loggedIn();
        simulator.faults().revokeConsent(alpha.id());
    }

    private Answer look(CollectionSpec collection) {
        return fresh.get("operation/endpoint/" + collection.id() + "/ls?path=/");
    }

    @Test
    void isRequiredInTheFormThatClientsParse() {
        Answer answer = look(alpha);

        String scope = "urn:globus:auth:scope:transfer.api.globus.org:all[*https://auth.globus.org/scopes/" + alpha.id()
                + "/data_access]";
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("ConsentRequired");
        assertThat(answer.body().get("required_scopes").get(0).textValue()).isEqualTo(scope);
        assertThat(answer.body().get("authorization_parameters").get("required_scopes").get(0).textValue()).isEqualTo(scope);
        assertThat(answer.body().get("authorization_parameters").get("session_message").textValue()).isNotEmpty();
    }

    @Test
    void isRequiredForASubmissionToo() {
        Answer answer = fresh.post("transfer", Client.transfer(beta, alpha, "/a", "/a"));

        assertThat(answer.code()).isEqualTo("ConsentRequired");
    }

    @Test
    void belongsToTheIdentityAndNotToTheToken() {
        new Client(simulator).token(Map.of("grant_type", "client_credentials", "scope", Scope.transferWith(alpha.id())));

        Answer withTheOldToken = look(alpha);

        assertThat(withTheOldToken.status()).isEqualTo(200);
    }

    @Test
    void isNeededByMappedCollectionsOfServersOnly() {
        CollectionSpec assured = simulator.collection(CollectionSpec.mapped("assured", alphaRoot).highlyAssured());
        CollectionSpec personal = simulator.collection(CollectionSpec.personal("laptop", alphaRoot));

        List<Answer> answers = List.of(look(assured), look(personal), look(beta));

        assertThat(answers).extracting(Answer::status).containsOnly(200);
    }

    @Test
    void canBeOutOfReachOfWhoeverAsks() {
        simulator.faults().withholdConsent(alpha.id());
        fresh.loggedIn(alpha);

        Answer answer = look(alpha);

        assertThat(answer.code()).isEqualTo("ConsentRequired");
    }

    @Test
    void isNotEnoughWhereASessionIsRequired() {
        CollectionSpec strict = simulator.collection(CollectionSpec.guest("strict", alphaRoot)
                .needingSession(List.of("e3a1b1a4-0000-4000-8000-000000000001")));
        Answer before = look(strict);
        simulator.faults().signIn(strict.id());

        Answer after = look(strict);

        assertThat(before.status()).isEqualTo(403);
        assertThat(before.code()).isEqualTo("AuthPolicyFailed");
        assertThat(before.body().get("authorization_parameters").get("session_required_policies").get(0).textValue())
                .startsWith("e3a1b1a4");
        assertThat(after.status()).isEqualTo(200);
    }

    @Test
    void isNotEnoughFromWhenOnASessionIsRequired() {
        simulator.faults().requireSession(beta.id());
        Answer required = look(beta);
        simulator.faults().heal();

        Answer healed = look(beta);

        assertThat(required.code()).isEqualTo("AuthPolicyFailed");
        assertThat(healed.status()).isEqualTo(200);
    }

    @Test
    void isNotEnoughWhereOthersAreMeant() {
        CollectionSpec closed = simulator.collection(CollectionSpec.guest("closed", alphaRoot).ownedBy("somebody")
                .onlyFor(Set.of("a-friend")));
        CollectionSpec shown = simulator.collection(CollectionSpec.guest("shown", alphaRoot).readOnly());

        Answer denied = look(closed);
        Answer read = look(shown);
        Answer written = fresh.post("transfer", Client.transfer(beta, shown, "/a", "/a"));

        assertThat(denied.code()).isEqualTo("EndpointPermissionDenied");
        assertThat(read.status()).isEqualTo(200);
        assertThat(written.code()).isEqualTo("PermissionDenied");
    }
}
