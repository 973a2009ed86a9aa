package org.diamondhpc.globus.simulator.auth;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scope with the scopes it depends on: {@code base[one *two[three]]}; a star marks what is optional.
 *
 * @param optional whether it may be revoked on its own
 */
public record Scope(String base, boolean optional, List<Scope> dependencies) {
    public static final String TRANSFER = "urn:globus:auth:scope:transfer.api.globus.org:all";

    private static final Pattern DATA_ACCESS = Pattern.compile("https://auth\\.globus\\.org/scopes/([^/]+)/data_access");
    private static final Pattern URN = Pattern.compile("urn:globus:auth:scope:([^:]+):\\S+");
    private static final Pattern URL = Pattern.compile("https://auth\\.globus\\.org/scopes/([^/]+)/\\S+");
    private static final List<String> PLAIN = List.of("openid", "email", "profile", "offline_access");

    public Scope {
        dependencies = List.copyOf(dependencies);
    }

    public static String dataAccess(String collection) {
        return "https://auth.globus.org/scopes/" + collection + "/data_access";
    }

    /** What is missing where a collection's consent is. */
    public static String transferWith(String collection) {
        return TRANSFER + "[*" + dataAccess(collection) + "]";
    }

    /** All scopes of a parameter. @throws IllegalArgumentException where brackets do not match or a star stands alone */
    public static List<Scope> parse(String text) {
        return new Reader(text).all();
    }

    /** The server that takes tokens for it; null where nobody knows the scope. */
    String resourceServer() {
        if (PLAIN.contains(base)) {
            return "auth.globus.org";
        }
        Matcher urn = URN.matcher(base);
        if (urn.matches()) {
            return urn.group(1);
        }
        Matcher url = URL.matcher(base);
        return url.matches() ? url.group(1) : null;
    }

    /** Collections whose data this scope's dependencies open. */
    List<String> collections() {
        return dependencies.stream().map(d -> DATA_ACCESS.matcher(d.base)).filter(Matcher::matches)
                .map(m -> m.group(1)).toList();
    }

    private static final class Reader {
        private final String text;
        private int at;

        private Reader(String text) {
            this.text = text;
        }

        private List<Scope> all() {
            List<Scope> scopes = list();
            if (at < text.length()) {
                throw new IllegalArgumentException("a bracket closes that was not opened");
            }
            return scopes;
        }

        private List<Scope> list() {
            List<Scope> scopes = new ArrayList<>();
            while (true) {
                while (at < text.length() && text.charAt(at) == ' ') {
                    at++;
                }
                if (at == text.length() || text.charAt(at) == ']') {
                    return scopes;
                }
                scopes.add(one());
            }
        }

        private Scope one() {
            boolean optional = text.charAt(at) == '*';
            int begin = optional ? ++at : at;
            while (at < text.length() && " []".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            if (at == begin) {
                throw new IllegalArgumentException("a scope is empty");
            }
            String base = text.substring(begin, at);
            if (at == text.length() || text.charAt(at) != '[') {
                return new Scope(base, optional, List.of());
            }
            at++;
            List<Scope> dependencies = list();
            if (at == text.length()) {
                throw new IllegalArgumentException("a bracket is not closed");
            }
            at++;
            return new Scope(base, optional, dependencies);
        }
    }
}
