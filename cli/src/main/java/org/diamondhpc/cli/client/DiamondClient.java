package org.diamondhpc.cli.client;

import java.net.URI;
import org.diamondhpc.schemas.reason.Reason;

/**
 * Everything Diamond can be asked over REST. Safe for use by many threads. Every method throws {@link ApiException}
 * with the gateway's reason; connection trouble and short absences of the gateway are sat out as {@link Patience}
 * says.
 */
public final class DiamondClient implements AutoCloseable {
    private final Http http;

    private DiamondClient(Http http) {
        this.http = http;
    }

    /**
     * No request is sent yet.
     *
     * @param token the bearer token; null: none
     * @throws ApiException {@code INVALID_REQUEST} where the address is none
     */
    public static DiamondClient of(String url, String token) {
        return of(url, token, Patience.usual());
    }

    public static DiamondClient of(String url, String token, Patience patience) {
        return new DiamondClient(new Http(address(url), token, patience));
    }

    private static URI address(String url) {
        try {
            URI address = new URI(url.endsWith("/") ? url : url + "/");
            if (address.getHost() != null && address.getScheme().matches("https?")) {
                return address;
            }
        } catch (java.net.URISyntaxException e) {
            throw new ApiException(invalid(url), e);
        }
        throw new ApiException(invalid(url));
    }

    private static Failure invalid(String url) {
        return Failure.of(Reason.INVALID_REQUEST, url + " is no address", "Write it as http://127.0.0.1:8470.");
    }

    public SitesApi sites() {
        return new SitesApi(http);
    }

    public TasksApi tasks() {
        return new TasksApi(http);
    }

    public FilesApi files() {
        return new FilesApi(http);
    }

    public TransfersApi transfers() {
        return new TransfersApi(http);
    }

    public SessionsApi sessions() {
        return new SessionsApi(http);
    }

    public ApplicationsApi applications() {
        return new ApplicationsApi(http);
    }

    public TurnsApi turns() {
        return new TurnsApi(http);
    }

    public SkillsApi skills() {
        return new SkillsApi(http);
    }

    @Override
    public void close() {
        http.close();
    }
}
