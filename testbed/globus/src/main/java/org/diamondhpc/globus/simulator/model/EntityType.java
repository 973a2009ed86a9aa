package org.diamondhpc.globus.simulator.model;

/** What kind of thing an endpoint id stands for. Only collections hold files. */
public enum EntityType {
    GCS_ENDPOINT("GCSv5_endpoint"),
    GCS_MAPPED("GCSv5_mapped_collection"),
    GCS_GUEST("GCSv5_guest_collection"),
    GCP_MAPPED("GCP_mapped_collection"),
    GCP_GUEST("GCP_guest_collection");

    private final String wire;

    EntityType(String wire) {
        this.wire = wire;
    }

    public String wire() {
        return wire;
    }

    public boolean guest() {
        return this == GCS_GUEST || this == GCP_GUEST;
    }

    /** Globus Connect Personal: it can be disconnected, and paused by its owner. */
    public boolean personal() {
        return this == GCP_MAPPED || this == GCP_GUEST;
    }
}
