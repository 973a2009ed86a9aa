package org.diamondhpc.gateway.application;

import jakarta.inject.Singleton;
import java.util.List;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.SiteOperations;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.spec.Application;

/** A tenant's applications. Called on virtual threads, outside a transaction. */
@Singleton
public class Applications {
    private static final String NAME = "[a-z0-9][a-z0-9._-]{0,59}";
    private static final int WORDS = 64;

    private final SiteOperations operations;
    private final AuditTrail audit;

    Applications(SiteOperations operations, AuditTrail audit) {
        this.operations = operations;
        this.audit = audit;
    }

    /** By name. */
    public List<Application> list(Caller caller) {
        return ask(new SiteRequest.ListApplications(caller.tenant(), null));
    }

    /** @throws DiamondException {@code INVALID_NOT_FOUND} */
    public Application get(Caller caller, String name) {
        return ask(new SiteRequest.ListApplications(caller.tenant(), checked(name))).getFirst();
    }

    /** A new entry, or another one for the same name; measured run times stay. */
    public Application put(Caller caller, Application application) {
        checked(application.name());
        check(application.requirements());
        audit.record(caller, "application.put", application.name(), null);
        return ask(new SiteRequest.PutApplication(caller.tenant(), application.measured(null))).getFirst();
    }

    public void delete(Caller caller, String name) {
        audit.record(caller, "application.delete", checked(name), null);
        operations.ask(new SiteRequest.DeleteApplication(caller.tenant(), name), SiteReply.Done.class);
    }

    private List<Application> ask(SiteRequest request) {
        return operations.ask(request, SiteReply.Applications.class).applications();
    }

    private static String checked(String name) {
        if (name == null || !name.matches(NAME)) {
            throw wrong("/name", "an application's name is small letters, digits and ._- between, at most 60");
        }
        return name;
    }

    private static void check(Application.Requirements r) {
        words("/requirements/architectures", r.architectures(), "[a-z0-9_]{1,32}");
        words("/requirements/software", r.software(), "[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}(>=[A-Za-z0-9._-]{1,32})?");
        words("/requirements/modules", r.modules(), "[A-Za-z0-9][A-Za-z0-9_./+-]{0,127}");
        words("/requirements/features", r.features(), "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
        words("/requirements/gpuTypes", r.gpuTypes(), "[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
        if (r.gpus() < 0 || r.gpus() > 64) {
            throw wrong("/requirements/gpus", "is 0 to 64");
        }
    }

    private static void words(String pointer, List<String> all, String form) {
        if (all.size() > WORDS || !all.stream().allMatch(w -> w.matches(form))) {
            throw wrong(pointer, "is at most %d texts that match %s".formatted(WORDS, form));
        }
    }

    private static DiamondException wrong(String pointer, String message) {
        return new DiamondException(Problem.of(Reason.INVALID_REQUEST, List.of(new Violation(pointer, message))));
    }
}
