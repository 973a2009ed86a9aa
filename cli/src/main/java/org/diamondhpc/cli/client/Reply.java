package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.http.HttpHeaders;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Reason;

/** An answer that is no failure. */
record Reply(int status, HttpHeaders headers, byte[] body) {
    boolean unchanged() {
        return status == 304;
    }

    String header(String name) {
        return headers.firstValue(name).orElse(null);
    }

    JsonNode json() {
        try {
            return body.length == 0 ? MissingNode.getInstance() : DiamondJson.json().readTree(body);
        } catch (IOException e) {
            throw new ApiException(Failure.of(Reason.INVALID_REQUEST, "the answer is not JSON",
                    "Check that the address is Diamond's."), e);
        }
    }
}
