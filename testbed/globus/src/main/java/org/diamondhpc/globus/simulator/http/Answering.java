package org.diamondhpc.globus.simulator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** What is done for one kind of request. It may take its time. */
@FunctionalInterface
public interface Answering {
    /** @throws Refusal for every answer but 200 */
    ObjectNode answer(Request request) throws IOException;
}
