package org.diamondhpc.transfer.globus.auth;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.diamondhpc.transfer.globus.api.EndpointDocument;

/** Scope texts, and which collections want a consent of their own. */
public final class Scopes {
    public static final String TRANSFER = "urn:globus:auth:scope:transfer.api.globus.org:all";
    private static final String MAPPED = "GCSv5_mapped_collection";
    private static final Pattern DATA_ACCESS =
            Pattern.compile("https://auth\\.globus\\.org/scopes/([0-9a-fA-F-]{36})/data_access");

    private Scopes() {
    }

    /** Only mapped collections of version 5 without high assurance; the others refuse the very scope. */
    public static boolean needsDataAccess(EndpointDocument collection) {
        return MAPPED.equals(collection.entityType()) && !collection.assured();
    }

    /** The transfer scope with the consents it depends on; the star makes each optional at first. */
    public static String transfer(Collection<String> dataAccess) {
        return dataAccess.isEmpty() ? TRANSFER : TRANSFER + dataAccess.stream().sorted().distinct()
                .map(c -> "*https://auth.globus.org/scopes/" + c + "/data_access")
                .collect(Collectors.joining(" ", "[", "]"));
    }

    /** The collections whose data_access scopes stand in these texts. */
    public static Set<String> collections(Collection<String> scopes) {
        Set<String> found = new TreeSet<>();
        for (String scope : scopes) {
            Matcher matcher = DATA_ACCESS.matcher(scope);
            while (matcher.find()) {
                found.add(matcher.group(1));
            }
        }
        return found;
    }
}
