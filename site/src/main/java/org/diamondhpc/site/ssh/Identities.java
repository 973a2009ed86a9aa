package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.Auth;
import org.diamondhpc.site.session.SiteException;

/** Reads keys and certificates anew for each connection, since short-lived ones are replaced under our hands. */
final class Identities {
    private final Clock clock;

    Identities(Clock clock) {
        this.clock = clock;
    }

    /** @throws SiteException SITE_AUTH_REFUSED where a file cannot serve, SITE_NEEDS_LOGIN on an expired certificate */
    List<KeyPair> load(Auth auth) {
        return switch (auth) {
            case Auth.Key key -> List.of(keyPair(key.keyFile(), key.passphraseEnv()));
            case Auth.Certificate c -> List.of(certified(c));
            case Auth.Agent ignored -> List.of();
            case Auth.KeyboardInteractive k ->
                    k.key().map(key -> List.of(keyPair(key.keyFile(), key.passphraseEnv()))).orElse(List.of());
        };
    }

    private KeyPair certified(Auth.Certificate auth) {
        KeyPair pair = keyPair(auth.keyFile(), auth.passphraseEnv());
        PublicKey read;
        try {
            read = PublicKeyEntry.parsePublicKeyEntry(Files.readString(auth.certificateFile()).strip())
                    .resolvePublicKey(null, null, null);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw unusable(auth.certificateFile(), "certificate", e);
        }
        if (!(read instanceof OpenSshCertificate certificate)) {
            throw unusable(auth.certificateFile(), "certificate", null);
        }
        Instant now = clock.instant();
        if (!OpenSshCertificate.isValidNow(certificate)) {
            boolean early = Long.compareUnsigned(now.getEpochSecond(), certificate.getValidAfter()) < 0;
            throw SiteException.of(Reason.SITE_NEEDS_LOGIN, early
                    ? "the certificate %s is not valid yet".formatted(auth.certificateFile())
                    : "the certificate %s expired on %s".formatted(auth.certificateFile(),
                            Instant.ofEpochSecond(certificate.getValidBefore())),
                    "Get a new certificate from the site and put it into the same file; Diamond goes on by itself.");
        }
        return new KeyPair(certificate, pair.getPrivate());
    }

    private static KeyPair keyPair(Path file, Optional<String> passphraseEnv) {
        FilePasswordProvider passphrase = passphraseEnv
                .map(name -> Optional.ofNullable(System.getenv(name)).map(FilePasswordProvider::of).orElseThrow(() ->
                        SiteException.of(Reason.SITE_AUTH_REFUSED, "the key's passphrase is not set",
                                "Set the environment variable " + name + ".")))
                .orElse(FilePasswordProvider.EMPTY);
        try (InputStream in = Files.newInputStream(file)) {
            for (KeyPair pair : SecurityUtils.loadKeyPairIdentities(null, NamedResource.ofName(file.toString()), in,
                    passphrase)) {
                return pair;
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw unusable(file, "private key", e);
        }
        throw unusable(file, "private key", null);
    }

    /** The cause's message may quote the file; only its kind is told. */
    private static SiteException unusable(Path file, String what, Exception cause) {
        return SiteException.of(Reason.SITE_AUTH_REFUSED,
                "%s %s cannot be used%s".formatted(what, file,
                        cause == null ? "" : ": " + cause.getClass().getSimpleName()),
                "Check that the file is there, readable by Diamond, in OpenSSH's form, and its passphrase named by "
                        + "passphraseEnv.");
    }
}
