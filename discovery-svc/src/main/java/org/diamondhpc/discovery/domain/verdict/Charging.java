package org.diamondhpc.discovery.domain.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Qos;
import org.diamondhpc.schemas.site.PartitionState;

/**
 * What a job in a partition is charged to, and what the site's accounting has against it. Another project than the one
 * asked for or written into the profile is never charged.
 */
final class Charging {
    private final Demand demand;
    private final SiteView site;
    private final PartitionState partition;
    private final AccountLimits login;
    private final List<Obstacle> found = new ArrayList<>();
    private Billing billing = Billing.NONE;

    private Charging(Demand demand, SiteView site, PartitionState partition, AccountLimits login) {
        this.demand = demand;
        this.site = site;
        this.partition = partition;
        this.login = login;
    }

    static Charging of(Demand demand, SiteView site, PartitionState partition, AccountLimits login) {
        Charging charging = new Charging(demand, site, partition, login);
        charging.decide();
        return charging;
    }

    List<Obstacle> obstacles() {
        return found;
    }

    Billing billing() {
        return billing;
    }

    private void decide() {
        String named = demand.spec().account() != null ? demand.spec().account()
                : site.projects().get(login.user());
        String qos = demand.spec().qos();
        if (login.associations().isEmpty()) {
            // no accounting there: what the scheduler does not know it cannot refuse
            allowed(named);
            billing = new Billing(named, qos, null);
            return;
        }
        Optional<Association> charged = association(named);
        if (charged.isEmpty()) {
            found.add(Obstacle.barred(Reason.SCHEDULER_INVALID_ACCOUNT, "%s may not charge %s there; it may charge %s"
                    .formatted(login.user(), named == null ? "a default account" : named, accounts())));
            return;
        }
        allowed(charged.get().account());
        List<Qos> usable = usable(charged.get());
        new Quotas(demand, login, site.given().getOrDefault(login.user(), 0)).of(charged.get(), usable, found);
        billing = new Billing(named, chosen(charged.get(), usable), most(charged.get(), usable));
    }

    private Optional<Association> association(String named) {
        return login.associations().stream()
                .filter(a -> a.partition() == null || a.partition().isBlank() || a.partition().equals(partition.name()))
                .filter(a -> named == null ? a.isDefault() || login.associations().size() == 1
                        : a.account().equals(named))
                // an association for this very partition goes before one for all
                .min(Comparator.comparing(a -> a.partition() == null || a.partition().isBlank()));
    }

    private void allowed(String account) {
        if (!partition.allowAccounts().isEmpty() && !partition.allowAccounts().contains(account)) {
            found.add(Obstacle.barred(Reason.SCHEDULER_INVALID_ACCOUNT, "only the accounts %s may use it, %s would be charged"
                    .formatted(partition.allowAccounts(), account == null ? "none" : account)));
        }
        if (account != null && partition.denyAccounts().contains(account)) {
            found.add(Obstacle.barred(Reason.SCHEDULER_INVALID_ACCOUNT, "the account %s may not use it".formatted(account)));
        }
    }

    /** The QOS the job may run under; those too small for it are obstacles only where none is left. */
    private List<Qos> usable(Association charged) {
        String asked = demand.spec().qos();
        List<Qos> permitted = charged.qos().stream()
                .filter(q -> partition.allowQos().isEmpty() || partition.allowQos().contains(q.name()))
                .filter(q -> asked == null || q.name().equals(asked)).toList();
        boolean matters = asked != null || !partition.allowQos().isEmpty();
        if (permitted.isEmpty() && matters && !charged.qos().isEmpty()) {
            found.add(Obstacle.barred(Reason.SCHEDULER_INVALID_QOS, asked == null
                    ? "only the QOS %s may use it; the account has %s".formatted(partition.allowQos(), names(charged))
                    : "the QOS %s is not to be had there; the account has %s".formatted(asked, names(charged))));
        }
        return permitted;
    }

    /** The default of the site is not known, so a QOS is named only where not every one would do. */
    private String chosen(Association charged, List<Qos> usable) {
        if (demand.spec().qos() != null) {
            return demand.spec().qos();
        }
        List<Qos> large = usable.stream().filter(q -> Quotas.tooSmall(q, demand).isEmpty()).toList();
        boolean any = large.size() == charged.qos().size();
        return any || large.isEmpty() ? null : large.getFirst().name();
    }

    private static Integer most(Association charged, List<Qos> usable) {
        Integer most = charged.maxJobs();
        if (usable.size() == 1 && usable.getFirst().maxJobsPerUser() != null) {
            most = most == null ? usable.getFirst().maxJobsPerUser()
                    : Integer.valueOf(Math.min(most, usable.getFirst().maxJobsPerUser()));
        }
        return most;
    }

    private String accounts() {
        return names(login.associations(), Association::account);
    }

    private static String names(Association charged) {
        return names(charged.qos(), Qos::name);
    }

    private static <T> String names(List<T> all, Function<T, String> name) {
        return String.join(", ", new TreeSet<>(all.stream().map(name).toList()));
    }
}
