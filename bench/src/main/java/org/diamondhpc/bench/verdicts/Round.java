package org.diamondhpc.bench.verdicts;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.bench.verdicts.NaiveJudge.Judgement;
import org.diamondhpc.discovery.domain.verdict.Demand;
import org.diamondhpc.discovery.domain.verdict.Ruling;
import org.diamondhpc.discovery.domain.verdict.SiteView;
import org.diamondhpc.discovery.domain.verdict.Verdicts;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * Every request ruled on at every site of one federation.
 *
 * @param seconds for all verdicts, without the check of them
 * @param wrong partitions on which the independent judge finds otherwise
 * @param tally partitions by what it finds
 */
record Round(double seconds, int wrong, Map<Judgement, Integer> tally) {
    static Round of(long seed, int sites, int requests) {
        RandomFederation federation = new RandomFederation(seed);
        List<SiteView> views = federation.sites(sites);
        List<TaskOrder> tasks = federation.tasks(requests, sites);
        List<List<Ruling>> rulings = new ArrayList<>(sites * requests);
        long began = System.nanoTime();
        for (TaskOrder task : tasks) {
            Demand demand = new Demand(task, List.of(), RandomFederation.NOW);
            views.forEach(view -> rulings.add(Verdicts.rule(demand, view)));
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        int wrong = 0;
        Map<Judgement, Integer> tally = new EnumMap<>(Judgement.class);
        for (int n = 0; n < rulings.size(); n++) {
            SiteView view = views.get(n % sites);
            for (PartitionState partition : view.snapshot().partitions()) {
                Judgement expected = NaiveJudge.judge(tasks.get(n / sites), view.snapshot(), partition);
                wrong += expected == found(rulings.get(n), partition) ? 0 : 1;
                tally.merge(expected, 1, Integer::sum);
            }
        }
        return new Round(seconds, wrong, tally);
    }

    private static Judgement found(List<Ruling> rulings, PartitionState partition) {
        Ruling ruling = rulings.stream().filter(r -> r.partition() == null || r.partition().equals(partition)).findFirst()
                .orElseThrow();
        return ruling.feasible() ? Judgement.CAN : ruling.passing() ? Judgement.NOT_NOW : Judgement.NEVER;
    }
}
