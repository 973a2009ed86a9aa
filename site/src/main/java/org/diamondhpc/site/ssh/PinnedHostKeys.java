package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.net.SocketAddress;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.sshd.client.keyverifier.ServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.signature.Signature;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.ShownKey;
import org.diamondhpc.site.session.SiteException;

/** The keys an operator pinned, which are accepted, and no other; a refusal names the key that was shown. */
final class PinnedHostKeys {
    /** In a connection's context: what it accepts. */
    static final AttributeKey<Check> CHECK = new AttributeKey<>();

    private final List<PublicKey> pinned;

    private PinnedHostKeys(List<PublicKey> pinned) {
        this.pinned = List.copyOf(pinned);
    }

    static PinnedHostKeys of(PublicKey key) {
        return new PinnedHostKeys(List.of(key));
    }

    /** @throws SiteException SITE_MISCONFIGURED on a line that is no public key */
    static PinnedHostKeys parse(List<String> lines) {
        List<PublicKey> keys = new ArrayList<>();
        for (String line : lines) {
            try {
                keys.add(Objects.requireNonNull(PublicKeyEntry.parsePublicKeyEntry(line.strip())
                        .resolvePublicKey(null, null, null)));
            } catch (IOException | GeneralSecurityException | RuntimeException e) {
                throw SiteException.of(Reason.SITE_MISCONFIGURED, "a pinned host key cannot be read: " + line, e);
            }
        }
        return new PinnedHostKeys(keys);
    }

    /** For one connection, which may be gone before anybody can ask it why. */
    Check check() {
        return new Check();
    }

    final class Check implements ServerKeyVerifier {
        private volatile SiteException refusal;
        private volatile PublicKey shown;

        @Override
        public boolean verifyServerKey(ClientSession session, SocketAddress remote, PublicKey offered) {
            PublicKey key = offered instanceof OpenSshCertificate certificate ? certificate.getCertPubKey() : offered;
            shown = key;
            if (pinned.stream().anyMatch(p -> KeyUtils.compareKeys(p, key))) {
                return true;
            }
            refusal = PinnedHostKeys.this.refusal(remote, key);
            return false;
        }

        /** The key that was shown, accepted or not; empty where the connection did not get that far. */
        Optional<ShownKey> shown() {
            return Optional.ofNullable(shown).map(key -> new ShownKey(KeyUtils.getKeyType(key),
                    KeyUtils.getFingerPrint(key), PublicKeyEntry.toString(key)));
        }

        /** Why the host key was refused, where it was. */
        Optional<SiteException> refusal() {
            return Optional.ofNullable(refusal);
        }
    }

    /** The same factories, those of pinned key types first: a host with several keys then shows a pinned one. */
    List<NamedFactory<Signature>> prefer(List<NamedFactory<Signature>> all) {
        return Stream.concat(all.stream().filter(this::isPinnedType), all.stream().filter(f -> !isPinnedType(f)))
                .toList();
    }

    private boolean isPinnedType(NamedFactory<Signature> factory) {
        return pinned.stream().anyMatch(key ->
                KeyUtils.getCanonicalKeyType(factory.getName()).equals(KeyUtils.getKeyType(key)));
    }

    private SiteException refusal(SocketAddress remote, PublicKey key) {
        String shown = "%s shows the %s host key %s".formatted(remote, KeyUtils.getKeyType(key),
                KeyUtils.getFingerPrint(key));
        String line = PublicKeyEntry.toString(key);
        if (pinned.isEmpty()) {
            return SiteException.of(Reason.SITE_HOST_KEY_UNKNOWN, shown + "; none is pinned",
                    "Compare the fingerprint with the site's administrators, then add to transport.hostKeys: " + line);
        }
        return SiteException.of(Reason.SITE_HOST_KEY_CHANGED, shown + "; pinned: "
                + pinned.stream().map(KeyUtils::getFingerPrint).toList(),
                "Ask the site's administrators whether the key was changed; if so, pin in transport.hostKeys: " + line);
    }
}
