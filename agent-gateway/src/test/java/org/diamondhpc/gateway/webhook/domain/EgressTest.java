package org.diamondhpc.gateway.webhook.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressTest {
    private static final URI URL = URI.create("https://hooks.example.org/a");
    private static final Egress STRICT = new Egress(List.of(), List.of(), false);

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255",
            "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.8",
            "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "240.0.0.1", "255.255.255.255",
            "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "fe80::1", "fec0::1", "fc00::1",
            "fd00:ec2::254", "ff02::1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2001::1", "2001:db8::1",
            "2002:7f00:1::", "3fff::1", "100::1"})
    void whatIsNotPublicIsNeverConnectedTo(String address) throws Exception {
        var chosen = STRICT.choose(URL, List.of(InetAddress.getByName(address)));

        assertThat(chosen).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.0.1",
            "172.32.0.1", "168.63.129.17", "223.255.255.255", "2606:4700::1111", "2a00:1450::8a"})
    void publicAddressesAreConnectedTo(String address) throws Exception {
        var chosen = STRICT.choose(URL, List.of(InetAddress.getByName(address)));

        assertThat(chosen).isPresent();
    }

    @Test
    void ofSeveralAddressesAPublicOneIsChosen() throws Exception {
        InetAddress good = InetAddress.getByName("1.1.1.1");

        var chosen = STRICT.choose(URL, List.of(InetAddress.getByName("10.0.0.1"), good));

        assertThat(chosen).contains(good);
    }

    @Test
    void operatorsNetworksAreAllowedWithTlsOnly() throws Exception {
        Egress egress = new Egress(List.of(), List.of(Network.parse("10.1.0.0/16"), Network.parse("fd12::/16")), true);
        List<InetAddress> inside = List.of(InetAddress.getByName("10.1.9.9"));

        assertThat(egress.choose(URL, inside)).isPresent();
        assertThat(egress.choose(URI.create("http://hooks.example.org/"), inside)).isEmpty();
        assertThat(egress.choose(URL, List.of(InetAddress.getByName("10.2.0.1")))).isEmpty();
        assertThat(egress.choose(URL, List.of(InetAddress.getByName("fd12::9")))).isPresent();
    }

    @Test
    void loopbackIsForWhoeverSaysSo() throws Exception {
        List<InetAddress> here = List.of(InetAddress.getByName("127.0.0.1"));
        Egress local = new Egress(List.of(), List.of(), true);

        assertThat(local.choose(URI.create("http://localhost:9/"), here)).isPresent();
        assertThat(STRICT.choose(URI.create("https://localhost:9/"), here)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://example.org/", "ftp://example.org/", "https://user@example.org/",
            "https://user:pw@example.org/", "https:///path", "https://2130706433/",
            "https://127.1/", "https://0x7f000001/", "https://0177.0.0.1/", "https://example.1/", "https://exa mple.org/",
            "https://example.org/#part", "https://example.org:0/", "https://example.org:70000/", "//example.org/",
            "mailto:a@example.org", "", "https://ex\u00e4mple.org/"})
    void badUrlsAreRefusedBeforeAnybodyIsAsked(String url) {
        var violation = STRICT.violation(url);

        assertThat(violation).isPresent();
    }

    @Test
    void listOfHostsIsTheWholeList() {
        Egress egress = new Egress(List.of("hooks.example.org", "*.Agents.example.net"), List.of(), false);

        assertThat(egress.violation("https://HOOKS.example.org/a")).isEmpty();
        assertThat(egress.violation("https://one.agents.example.net/a")).isEmpty();
        assertThat(egress.violation("https://agents.example.net/a")).isPresent();
        assertThat(egress.violation("https://evilagents.example.net/a")).isPresent();
        assertThat(egress.violation("https://hooks.example.org.evil.net/a")).isPresent();
    }
}
