package org.diamondhpc.site.session;

/**
 * The key a host shows.
 *
 * @param type for example {@code ssh-ed25519}
 * @param fingerprint as OpenSSH prints it, {@code SHA256:…}
 * @param line as a profile pins it
 */
public record ShownKey(String type, String fingerprint, String line) {
    /** Whether somebody who gives this fingerprint or line means this key; a comment after the line does not count. */
    public boolean is(String given) {
        String plain = given.strip();
        return plain.equals(fingerprint) || plain.equals(line) || plain.startsWith(line + " ");
    }
}
