package org.diamondhpc.gateway.edge.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.spec.SpecReader;

/** Answers are written the way events are; specifications are read by one reader, which is costly to make. */
class JsonBeans {
    @Produces
    @Singleton
    ObjectMapper mapper() {
        return DiamondJson.json();
    }

    @Produces
    @Singleton
    SpecReader specs() {
        return new SpecReader();
    }
}
