package org.diamondhpc.schemas.id;

/**
 * A login at a site. Tenants that share a login share its queue limits; they never see each other's tasks.
 *
 * @param user the remote user's name, at most 128 characters, no control characters
 */
public record AccountId(SiteId site, String user) {
    public AccountId {
        if (site == null || user == null || user.isBlank() || user.length() > 128
                || user.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an account is a site and a remote user's name");
        }
    }

    @Override
    public String toString() {
        return user + "@" + site;
    }
}
