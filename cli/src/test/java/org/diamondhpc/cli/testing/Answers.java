package org.diamondhpc.cli.testing;

/** Answers as the gateway writes them. */
public final class Answers {
    public static final String TASK = "t-06fdr2h8k2aa";

    private Answers() {
    }

    public static String task(String state, int version) {
        return """
            {"id":"%s","name":"hello","state":"%s","attempt":1,"version":%d,"cancelRequested":false,
             "labels":{"k":"v"},
             "placement":{"site":"alpha","family":"slurm","user":"alice","partition":"batch","policy":"fastest",
               "why":"earliest predicted completion","decidedAt":"2026-11-30T08:00:01Z",
               "prediction":{"waiting":"PT2S","waitLow":"PT0S","waitHigh":"PT9S","staging":"PT1S","running":"PT5M"}},
             "job":{"site":"alpha","id":"4711","submittedAt":"2026-11-30T08:00:03Z"},
             %s
             "timings":{"requestedAt":"2026-11-30T08:00:00Z","readyAt":"2026-11-30T08:00:00Z",
               "placedAt":"2026-11-30T08:00:01Z","stagedAt":"2026-11-30T08:00:02Z",
               "submittedAt":"2026-11-30T08:00:03Z"%s},
             "durations":{"placing":"PT1S","staging":"PT1S"%s},
             "outputs":[
               {"path":"ws://demo/t/out.csv","kind":"OUTPUT","relative":"out.csv","size":5,
                "sha256":"%s","replicas":[{"site":"alpha","path":"/x"}]},
               {"path":"ws://demo/t/stdout","kind":"STDOUT","relative":"stdout","size":5,
                "sha256":"%s","replicas":[{"site":"alpha","path":"/y"}]}],
             "createdAt":"2026-11-30T08:00:00Z","changedAt":"2026-11-30T08:00:09Z"%s}
            """.formatted(TASK, state, version, problem(state),
                ended(state) ? ",\"startedAt\":\"2026-11-30T08:00:05Z\",\"finishedAt\":\"2026-11-30T08:00:08Z\","
                        + "\"collectedAt\":\"2026-11-30T08:00:09Z\",\"endedAt\":\"2026-11-30T08:00:09Z\"" : "",
                ended(state) ? ",\"queued\":\"PT2S\",\"running\":\"PT3S\",\"total\":\"PT9S\"" : "",
                HELLO_SHA256, HELLO_SHA256, ended(state) ? ",\"endedAt\":\"2026-11-30T08:00:09Z\"" : "");
    }

    /** Of the five bytes {@code hello}. */
    public static final String HELLO_SHA256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    public static final String SITES = """
        {"items":[{"id":"alpha","description":"16 nodes of 128 cores","scheduler":"slurm","version":"22.05.8",
          "health":{"state":"UP","since":"2026-11-30T08:00:00Z"},"seenAt":"2026-11-30T08:00:00Z","age":"PT3S",
          "running":2,"pending":1,"ownRunning":0,"ownPending":0,
          "partitions":[{"name":"batch","open":true,"maxTime":"PT24H","nodes":16,"nodesIdle":14,"cores":2048,
            "coresFree":1792,"gpus":0,"gpusFree":0,"running":2,"pending":1}],
          "software":{"python":"3.11"},"labels":{"architecture":"x86_64"},"users":["alice"]},
         {"id":"beta","description":"8 nodes of 64 cores, 4 a100 a node, and a description that is so long that it"
          ,"scheduler":"slurm","health":{"state":"DOWN","since":"2026-11-30T08:00:00Z",
            "problem":{"reason":"SITE_UNREACHABLE","detail":"no route to host","whatToDo":"wait"}},
          "running":0,"pending":0,"ownRunning":0,"ownPending":0,
          "partitions":[{"name":"gpu","open":true,"maxTime":"PT48H","nodes":8,"nodesIdle":8,"cores":512,
            "coresFree":512,"gpus":32,"gpusFree":32,"gpuTypes":["a100"],"running":0,"pending":0}],
          "users":["asmith"]}]}
        """;

    public static final String PLAN = """
        {"kind":"plan","chosen":{"site":"alpha","family":"slurm","user":"alice","partition":"batch",
           "policy":"fastest","why":"done first","decidedAt":"2026-11-30T08:00:00Z"},
         "candidates":[
           {"site":"alpha","partition":"batch","verdict":"READY","why":"14 nodes are idle",
            "prediction":{"waiting":"PT2S","waitLow":"PT0S","waitHigh":"PT9S","staging":"PT1.5S","running":"PT5M"}},
           {"site":"beta","partition":"gpu","verdict":"BUSY","why":"all nodes are taken for at least an hour by jobs \
        of higher priority",
            "prediction":{"waiting":"PT1H1M","waitLow":"PT0S","waitHigh":"PT2H","staging":"PT1S","running":"PT5M"}},
           {"site":"gamma","verdict":"INCOMPATIBLE","why":"no node has 4 GPUs"}]}
        """;

    private static boolean ended(String state) {
        return state.equals("SUCCEEDED") || state.equals("FAILED");
    }

    private static String problem(String state) {
        return state.equals("FAILED") ? """
            "outcome":{"end":"FAILED","exitCode":3,"schedulerState":"FAILED"},
            "problem":{"reason":"SCHEDULER_JOB_FAILED","detail":"exit code 3",
              "whatToDo":"read stderr with `diamond logs TASK`."},
            """ : "";
    }
}
