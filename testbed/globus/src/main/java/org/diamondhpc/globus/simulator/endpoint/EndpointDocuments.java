package org.diamondhpc.globus.simulator.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.auth.Clients;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.model.CollectionSpec;

/** Collections as documents, with the fields of real ones; what has no meaning here is null. */
public final class EndpointDocuments {
    private static final List<String> NULLS = List.of("acl_max_expiration_period_mins", "authentication_assurance_timeout",
            "authentication_policy_id", "bookmark_id", "contact_email", "contact_info", "department", "description",
            "gcs_manager_url", "gcs_version", "globus_connect_setup_key", "host_endpoint", "host_endpoint_id",
            "host_endpoint_display_name", "host_path", "info_link", "keywords", "last_accessed_time",
            "local_user_info_available", "location", "mapped_collection_display_name", "mapped_collection_id",
            "max_concurrency", "max_parallelism", "myproxy_dn", "myproxy_server", "network_use", "non_functional_endpoint_id",
            "non_functional_endpoint_display_name", "oauth_server", "organization", "preferred_concurrency",
            "preferred_parallelism", "s3_url", "s3_owner_activated", "sharing_target_endpoint",
            "sharing_target_root_path", "storage_type", "subscription_id", "tlsftp_server", "user_message",
            "user_message_link", "https_server");
    private static final List<String> FALSE = List.of("acl_available", "acl_editable", "disable_verify",
            "disable_anonymous_writes", "force_encryption", "force_verify", "in_use", "is_go_storage", "non_functional",
            "requester_pays", "shareable", "is_globus_connect");

    private final Registry registry;
    private final Clients clients;

    public EndpointDocuments(Registry registry, Clients clients) {
        this.registry = registry;
        this.clients = clients;
    }

    ObjectNode document(Caller caller, CollectionSpec collection) {
        String owner = registry.owner(collection);
        boolean personal = collection.entityType().personal();
        ObjectNode d = Json.document("endpoint");
        NULLS.forEach(d::putNull);
        FALSE.forEach(f -> d.put(f, false));
        d.put("id", collection.id()).put("display_name", collection.displayName())
                .put("canonical_name", "u_simulated#" + collection.id()).put("name", collection.id())
                .put("username", "u_simulated").put("owner_id", owner).put("owner_string", clients.username(owner))
                .put("entity_type", collection.entityType().wire()).put("high_assurance", collection.highAssurance())
                .put("public", true).put("activated", true).put("expires_in", -1).put("default_directory", "/~/")
                .put("is_globus_connect", personal).put("mfa_required", false);
        if (personal) {
            d.put("gcp_connected", collection.connected()).put("gcp_paused", false);
        } else {
            d.putNull("gcp_connected").putNull("gcp_paused");
        }
        d.set("my_effective_roles", Json.texts(owner.equals(caller.id())
                ? List.of("administrator", "access_manager", "activity_manager", "activity_monitor") : List.of()));
        d.putArray("DATA");
        return d;
    }
}
