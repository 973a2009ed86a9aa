package org.diamondhpc.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.SoftAssertions;
import org.diamondhpc.e2e.stage.Api;
import org.diamondhpc.e2e.stage.EndToEnd;
import org.diamondhpc.e2e.stage.Spec;
import org.diamondhpc.e2e.stage.Stage;
import org.diamondhpc.e2e.stage.Uses;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Hostile and broken input at the REST edge: always a reason, never a 500, never a command; and what is legal arrives as it is. */
@EndToEnd
@Order(2)
@Uses(sites = {"alpha", "beta", "gamma", "delta"})
class WhatComesInIsCheckedAndNeverRunByAccidentTest {
    private static final Duration SOON = Duration.ofSeconds(120);
    private static final List<String> NASTY = List.of("$(touch $HOME/canary)", "`touch $HOME/canary`", "; touch $HOME/canary;",
            "| touch $HOME/canary", "&& touch $HOME/canary", "\ntouch $HOME/canary\n", "' ; touch $HOME/canary ; '",
            "\" ; touch $HOME/canary ; \"", "$HOME", "%s%n%j", "-rf", "--", "*", "?", "[a-z]", "~", "{a,b}", "\\", "\\n", "\t",
            "\r\n", "'", "\"", "''", "!!", "#", "ü€😀", "\u0001", "\u001f", " leading", "trailing ", "", "EOF", "=", "a=b");

    private final Stage stage;
    private final Api demo;

    WhatComesInIsCheckedAndNeverRunByAccidentTest(Stage stage) {
        this.stage = stage;
        this.demo = stage.demo();
    }

    @Test
    void argumentsAndVariablesArriveByteForByteAtEachSite() {
        String script = "#!/usr/bin/python3\nimport os,sys\nfor a in sys.argv[1:]: print(os.fsencode(a).hex())\n"
                + "for k in sorted(k for k in os.environ if k.startswith('V_')): print(os.environb[k.encode()].hex())\n";
        for (String site : Stage.SLURM_SITES) {
            ObjectNode variables = ((ObjectNode) Spec.script("").json()).putObject("environment");
            for (int i = 0; i < NASTY.size(); i++) {
                variables.put("V_%02d".formatted(i), NASTY.get(i));
            }
            Spec spec = Spec.program("./show.py", NASTY.toArray(String[]::new)).at(site).with("environment", variables)
                    .input(Map.of("content", script, "to", "show.py", "executable", true));

            String id = demo.submit(spec);

            JsonNode task = demo.ended(id, SOON);
            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
            List<String> hex = NASTY.stream().map(WhatComesInIsCheckedAndNeverRunByAccidentTest::hex).toList();
            List<String> expected = new ArrayList<>(hex);
            expected.addAll(hex);
            assertThat(Arrays.asList(demo.log(id, "stdout").split("\n", -1)).subList(0, expected.size())).as(site).isEqualTo(expected);
        }
        assertNoCanary();
    }

    @Test
    void fileNamesWithMetacharactersAreFilesOfThoseNames() throws Exception {
        List<String> names = List.of("a b", "$(touch canary)", "`touch canary`", "; touch canary", "'q'", "\"d\"", "-n", "ü€",
                "back\\slash", "star*", "q?", "[x]", "{a,b}", "a;b|c&d", "#h", "%s", "!x", "~x");
        for (String site : List.of("alpha", "delta")) {
            Spec spec = Spec.script("#!/usr/bin/python3\nimport os\nos.makedirs('out')\n"
                    + "for n in os.listdir(b'in'): open(b'out/' + n, 'wb').write(open(b'in/' + n, 'rb').read() + n)\n").at(site)
                    .with("workspace", "names").output(Map.of("glob", "out/*"));
            names.forEach(name -> spec.input(Map.of("content", "<" + name + ">", "to", "in/" + name)));

            String id = demo.submit(spec);

            JsonNode task = demo.ended(id, SOON);
            assertThat(task.path("state").asText()).as(task.toPrettyString()).isEqualTo("SUCCEEDED");
            for (String name : names) {
                assertThat(demo.file("ws://names/tasks/" + id + "/out/" + name).text()).as(name).isEqualTo("<" + name + ">" + name);
            }
        }
        assertNoCanary();
    }

    @Test
    void pathsThatLeadOutAreRefusedWithTheirPlace() throws IOException {
        SoftAssertions all = new SoftAssertions();
        for (String path : List.of("../x", "a/../../x", "/etc/passwd", "a//b", "a/./b", "x\ny", "x\u0000y", "", "..", "a/..", "~/x")) {
            for (Spec spec : List.of(Spec.script("true").input(Map.of("content", "x", "to", path)),
                    Spec.script("true").input(Map.of("from", "ws://w/" + path)),
                    Spec.script("true").output(Map.of("glob", path)),
                    Spec.script("true").output(Map.of("glob", "x", "to", "ws://w/" + path + "/")))) {
                Api.Reply reply = demo.send("POST", "/v1/tasks", bytes(spec.json()));
                if (reply.status() == 202) {
                    all.assertThat(path).as("taken: " + spec.json()).isIn("~/x", "", "a/./b", "a//b");
                    demo.cancel(reply.json().path("id").asText());
                } else {
                    assertRefusal(all, path + " " + spec.json(), reply);
                }
            }
        }
        all.assertAll();
    }

    @Test
    void brokenAndHugeSpecificationsAreRefusedAndNeverAServerError() throws IOException {
        Random random = stage.random("fuzz");
        SoftAssertions all = new SoftAssertions();
        String big = "x".repeat(1 << 20);
        List<byte[]> bodies = new ArrayList<>();
        for (String text : List.of("", "null", "[]", "\"x\"", "12", "{", "{}", "{\"executable\":12}", "{\"executable\":\"a\",\"script\":\"b\"}",
                "{\"executable\":null}", "{\"executable\":\"/bin/true\",\"nope\":1}", "{\"executable\":\"/bin/true\",\"resources\":[]}",
                "{\"executable\":\"/bin/true\",\"resources\":{\"nodes\":-1}}", "{\"executable\":\"/bin/true\",\"resources\":{\"nodes\":1e400}}",
                "{\"executable\":\"/bin/true\",\"resources\":{\"nodes\":99999999999999999999}}",
                "{\"executable\":\"/bin/true\",\"resources\":{\"duration\":\"-5m\"}}", "{\"executable\":\"/bin/true\",\"resources\":{\"memory\":\"x\"}}",
                "{\"executable\":\"/bin/true\",\"array\":{\"indices\":\"1-99999999999\"}}", "{\"executable\":\"/bin/true\",\"session\":{}}",
                "{\"executable\":\"/bin/true\",\"session\":\"s-nope\"}", "{\"executable\":\"/bin/true\",\"dependsOn\":[{\"task\":\"t-00000000\"}]}",
                "{\"executable\":\"/bin/true\",\"environment\":{\"A B\":\"x\"}}", "{\"executable\":\"/bin/true\",\"environment\":{\"LD\\u0000\":\"x\"}}",
                "{\"executable\":\"/bin/true\",\"queue\":\"$(touch canary)\"}", "{\"executable\":\"/bin/true\",\"account\":\"a\\nb\"}",
                "{\"executable\":\"/bin/true\",\"qos\":\"a b\"}", "{\"executable\":\"/bin/true\",\"modules\":[\"x; touch canary\"]}",
                "{\"executable\":\"/bin/\\u0000true\"}", "{\"executable\":\"" + big + "\"}", "{\"script\":\"" + big + "\"}",
                "{\"executable\":\"/bin/true\",\"name\":\"" + big + "\"}", "{\"executable\":\"/bin/true\",\"" + big + "\":1}",
                "{\"executable\":\"/bin/true\",\"labels\":{\"a\":{\"b\":1}}}", "[".repeat(20000), "{\"a\":".repeat(5000))) {
            bodies.add(text.getBytes(StandardCharsets.UTF_8));
        }
        bodies.add(new byte[] {'{', '"', 'e', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}'});
        byte[] valid = bytes(Spec.program("/bin/true", "a").at("alpha").with("labels", Map.of("k", "v"))
                .input(Map.of("content", "c", "to", "t")).output(Map.of("glob", "*")).json());
        for (int i = 0; i < 300; i++) {
            byte[] mutant = valid.clone();
            for (int n = 1 + random.nextInt(4); n > 0; n--) {
                mutant[random.nextInt(mutant.length)] = (byte) random.nextInt(256);
            }
            bodies.add(random.nextInt(4) == 0 ? Arrays.copyOf(mutant, random.nextInt(mutant.length)) : mutant);
        }
        for (byte[] body : bodies) {
            String shown = new String(body, 0, Math.min(200, body.length), StandardCharsets.ISO_8859_1);
            Api.Reply reply = demo.send("POST", "/v1/tasks", body);
            if (reply.status() == 202) {
                demo.cancel(reply.json().path("id").asText());
            } else {
                assertRefusal(all, shown, reply);
            }
        }
        all.assertAll();
        assertNoCanary();
    }

    @Test
    void oddAddressesAndHeadersAreRefusedAndNeverAServerError() throws IOException {
        SoftAssertions all = new SoftAssertions();
        List<String> odd = List.of("%00", "%0a", "..%2f..", "%ff", "$(id)", "'", "a".repeat(5000), "-1", "%20", "t-../../x", "%252e%252e");
        for (String part : odd) {
            String safe = part.replace("$(id)", "%24(id)").replace("'", "%27");
            for (String path : List.of("/v1/tasks/", "/v1/tasks/?cursor=", "/v1/tasks?state=", "/v1/tasks?limit=", "/v1/sessions/",
                    "/v1/sites/", "/v1/workspaces/w/files/", "/v1/workspaces/", "/v1/transfers/", "/v1/sites/alpha/files?path=",
                    "/v1/sites/alpha/files?op=stat&path=/")) {
                Api.Reply reply = demo.send("GET", path + safe, null);
                all.assertThat(reply.status()).as("GET " + path + safe + ": " + reply.text()).isLessThan(500);
            }
        }
        Api.Reply key = demo.send("POST", "/v1/tasks", bytes(Spec.program("/bin/true").at("alpha").json()), "Idempotency-Key", "k".repeat(4000));
        all.assertThat(key.status()).as(key.text()).isBetween(400, 431);
        for (String session : List.of("", "x", "s-00000000", "%0a")) {
            Api.Reply reply = demo.send("POST", "/v1/sessions/" + session + "/waits", "{\"tasks\":[\"t-'; drop table\"]}".getBytes(StandardCharsets.UTF_8));
            all.assertThat(reply.status()).as(session + reply.text()).isBetween(400, 499);
        }
        all.assertAll();
    }

    private static void assertRefusal(SoftAssertions all, String what, Api.Reply reply) {
        all.assertThat(reply.status()).as(what + ": " + reply.text()).isBetween(400, 499);
        if (reply.status() / 100 == 4) {
            all.assertThat(reply.reason()).as(what + ": " + reply.text()).matches("INVALID_[A-Z_]+|SITE_[A-Z_]+");
            all.assertThat(reply.json().path("whatToDo").asText() + reply.json().path("detail").asText()).isNotBlank();
        }
    }

    private void assertNoCanary() {
        for (String site : Stage.SLURM_SITES) {
            assertThat(stage.cluster(site).run("find /home /tmp /root /scratch -name 'canary*' 2>/dev/null | head")).as(site).isEmpty();
        }
    }

    private static byte[] bytes(Object json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(String text) {
        return java.util.HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
}
