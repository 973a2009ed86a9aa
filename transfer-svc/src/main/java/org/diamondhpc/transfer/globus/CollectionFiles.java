package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.api.FileDocument;
import org.diamondhpc.transfer.globus.domain.Way;

/**
 * Short operations on what a collection shows, by Globus itself: the site need not be reachable in any other way. All
 * throw {@link DiamondException} with what is wrong.
 */
@ApplicationScoped
public class CollectionFiles {
    private final Desks desks;

    CollectionFiles(Desks desks) {
        this.desks = desks;
    }

    /** By name. */
    public List<FileDocument> list(TenantId tenant, Way way, String folder) {
        return Answering.call(desk(tenant), way, api -> api.files(way.to(), folder));
    }

    /** Empty where nothing is there. */
    public Optional<FileDocument> stat(TenantId tenant, Way way, String path) {
        try {
            return Optional.of(Answering.call(desk(tenant), way, api -> api.stat(way.to(), path)));
        } catch (DiamondException e) {
            if (e.reason() == Reason.SITE_NO_SUCH_FILE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** A folder that is there by now is as good as one that was made: an answer may have been lost. */
    public void makeDirectory(TenantId tenant, Way way, String path) {
        Desk desk = desk(tenant);
        try {
            Answering.call(desk, way, api -> {
                api.makeDirectory(way.to(), path);
                return path;
            });
        } catch (DiamondException e) {
            if (e.reason() != Reason.SITE_FILE_EXISTS || !stat(tenant, way, path).filter(FileDocument::folder).isPresent()) {
                throw e;
            }
        }
    }

    public void rename(TenantId tenant, Way way, String from, String to) {
        Answering.call(desk(tenant), way, api -> {
            api.rename(way.to(), from, to);
            return to;
        });
    }

    private Desk desk(TenantId tenant) {
        return desks.of(tenant).orElseThrow(Answering::nobody);
    }
}
