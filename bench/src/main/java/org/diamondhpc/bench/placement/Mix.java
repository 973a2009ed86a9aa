package org.diamondhpc.bench.placement;

import java.util.List;
import org.diamondhpc.bench.simulator.Rules;

/**
 * Sites among which to choose.
 *
 * @param warmDays until the machines are as full as they were, and the run times of their jobs are known
 * @param trainDays in which placements are made whose outcomes are learned from, one site each
 * @param days in which rounds are counted
 */
record Mix(String name, String title, List<SiteModel> sites, int warmDays, int trainDays, int days) {
    private static final String KTH = "KTH-SP2-1996.swf.gz";
    private static final String SDSC = "published-schedules/SDSC-SP2.easy_backfill.swf.gz";
    private static final String CTC = "published-schedules/CTC-SP2.easy_backfill.swf.gz";
    private static final String BLUE = "published-schedules/SDSC-BLUE.easy_backfill.swf.gz";
    private static final String THETA = "theta_2022.swf.gz";
    private static final String RICC = "RICC-2010-2.swf.gz";
    private static final String CURIE = "CEA-Curie-2011-2.1-cln.swf.gz";
    private static final long DAY = 86_400;

    static List<Mix> all() {
        return List.of(
                new Mix("sp2", "four machines of the nineties in busy times, EASY everywhere", List.of(
                        new SiteModel("kth", KTH, 100, 1, Rules.EASY, 60 * DAY),
                        new SiteModel("sdsc", SDSC, 128, 1, Rules.EASY, 390 * DAY),
                        new SiteModel("ctc", CTC, 338, 1, Rules.EASY, 90 * DAY),
                        new SiteModel("blue", BLUE, 144, 8, Rules.EASY, 700 * DAY)), 20, 40, 120),
                new Mix("rules", "the same machines at other times, their schedulers not the predictor's", List.of(
                        new SiteModel("kth", KTH, 100, 1, Rules.CONSERVATIVE, 120 * DAY),
                        new SiteModel("sdsc", SDSC, 128, 1, Rules.PRIORITY, 540 * DAY),
                        new SiteModel("ctc", CTC, 338, 1, Rules.PRIORITY, 150 * DAY),
                        new SiteModel("blue", BLUE, 144, 8, Rules.CONSERVATIVE, 780 * DAY)), 20, 40, 120),
                new Mix("large", "unlike machines of later years, from 338 to 8192 wide", List.of(
                        new SiteModel("theta", THETA, 4360, 1, Rules.EASY, 80 * DAY),
                        new SiteModel("ricc", RICC, 8192, 1, Rules.EASY, 10 * DAY),
                        new SiteModel("curie", CURIE, 5832, 16, Rules.EASY, 70 * DAY),
                        new SiteModel("ctc", CTC, 338, 1, Rules.EASY, 180 * DAY)), 15, 30, 90));
    }

    long seconds() {
        return DAY * (warmDays + trainDays + days);
    }

    long trainFrom() {
        return DAY * warmDays;
    }

    long countFrom() {
        return DAY * (warmDays + trainDays);
    }
}
