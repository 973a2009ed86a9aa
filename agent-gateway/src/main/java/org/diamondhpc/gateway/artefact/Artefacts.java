package org.diamondhpc.gateway.artefact;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.task.Artefact;
import org.diamondhpc.schemas.task.Replica;
import org.jboss.logging.Logger;

/** Tells what files in the claim store are; what was told of some content is remembered. */
@Singleton
public class Artefacts {
    private static final Logger LOG = Logger.getLogger(Artefacts.class);
    private static final int REMEMBERED = 10_000;

    private final ClaimStore claims;
    private final Map<String, Optional<Artefact>> known = Collections.synchronizedMap(new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<Artefact>> eldest) {
            return size() > REMEMBERED;
        }
    });

    Artefacts(ClaimStore claims) {
        this.claims = claims;
    }

    /**
     * What a file with these copies is.
     *
     * @return null where none of them lies in the claim store, and for kinds that nobody knows
     */
    public Artefact of(List<Replica> copies, Long size) {
        return size == null ? null : copies.stream().filter(r -> r.site() == null).findFirst()
                .flatMap(r -> told(new ClaimRef(r.path(), size))).orElse(null);
    }

    private Optional<Artefact> told(ClaimRef claim) {
        Optional<Artefact> before = known.get(claim.sha256());
        if (before != null) {
            return before;
        }
        try {
            Optional<Artefact> read = read(() -> claims.open(claim), claim.size());
            known.put(claim.sha256(), read);
            return read;
        } catch (DiamondException | IOException e) {
            LOG.infof("A file's kind cannot be told, sha256=%s cause=%s", claim.sha256(), e.getMessage());
            return Optional.empty();
        }
    }

    static Optional<Artefact> read(Bytes.Opener opener, long size) throws IOException {
        Bytes file = new Bytes(opener, size);
        Optional<Artefact> elf = Elf.read(file);
        Optional<Artefact> sif = elf.isPresent() ? elf : Images.sif(file);
        return sif.isPresent() ? sif : Images.archive(file);
    }
}
