package org.diamondhpc.bench.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A workload for machines whose traces are not at hand: users with habits, widths mostly powers of two, run times over four
 * orders of magnitude, limits of a few round values that are mostly far too long, fewer jobs at night (the shape of Lublin
 * and Feitelson 2003, not their parameters). The same seed gives the same jobs.
 */
public record GeneratedTrace(int processors, long seconds) {
    private static final double LOAD = 0.85;
    private static final int USERS = 60;
    private static final long DAY = 86_400;
    private static final long[] LIMITS = {900, 3600, 14_400, 43_200, 86_400};

    public List<Job> jobs(long seed) {
        Random random = new Random(seed);
        List<Job> jobs = new ArrayList<>();
        double work = 0;
        long time = 0;
        while (time < seconds) {
            int user = (int) Math.abs(random.nextGaussian() * USERS / 3) % USERS;
            Random habit = new Random(seed * 31 + user);
            long limit = LIMITS[habit.nextInt(LIMITS.length)];
            double share = Math.min(1, Math.max(0.01, habit.nextDouble() * 0.7 + random.nextGaussian() * 0.15));
            int width = Math.min(processors, 1 << random.nextInt(1 + Math.max(1, (int) (Math.log(processors) / Math.log(2)))));
            jobs.add(new Job(jobs.size() + 1, time, Math.max(1, Math.round(limit * share)), limit, width, user, 0));
            work += limit * share * width;
            // as long a pause as keeps the load, longer at night
            double night = time % DAY < DAY / 3 ? 1.8 : 0.6;
            double target = work / processors / LOAD;
            time = Math.round(Math.max(time + random.nextDouble() * 60, time + (target - time) * night * random.nextDouble()));
        }
        return jobs;
    }
}
