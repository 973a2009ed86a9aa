package org.diamondhpc.gateway.webhook;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.gateway.webhook.domain.Egress;
import org.diamondhpc.gateway.webhook.domain.Network;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** Judges where webhooks go, when they are registered and again each time something is sent. */
@Singleton
class EgressGate {
    private final Egress egress;
    private final HostAddresses addresses;

    @Inject
    EgressGate(WebhookConfig config) {
        this(new Egress(config.allowedHosts().orElse(List.of()),
                config.allowedNetworks().orElse(List.of()).stream().map(Network::parse).toList(), config.loopback()),
                HostAddresses.system());
    }

    EgressGate(Egress egress, HostAddresses addresses) {
        this.egress = egress;
        this.addresses = addresses;
    }

    /**
     * Refuses what will never be sent. A name that nobody knows right now passes: that shows when it is sent to.
     *
     * @throws DiamondException {@code INVALID_REQUEST} or {@code POLICY_DENIED}
     */
    void check(String url) {
        egress.violation(url).ifPresent(words -> {
            throw DiamondException.of(Reason.INVALID_REQUEST, "url: " + words);
        });
        URI target = URI.create(url);
        try {
            if (choose(target).isEmpty()) {
                throw DiamondException.of(Reason.POLICY_DENIED, "url: nothing is sent to the addresses of "
                        + target.getHost() + ", which are not public");
            }
        } catch (UnknownHostException e) {
            return; // a name may be made after the hook
        }
    }

    /** Empty where nothing may be sent there any more. */
    Optional<Recipient> recipient(URI url) throws UnknownHostException {
        return egress.violation(url.toString()).isPresent() ? Optional.empty()
                : choose(url).map(address -> new Recipient(url, address));
    }

    private Optional<InetAddress> choose(URI url) throws UnknownHostException {
        return egress.choose(url, addresses.of(Recipient.bare(url.getHost())));
    }
}
