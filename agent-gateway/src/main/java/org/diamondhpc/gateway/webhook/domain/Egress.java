package org.diamondhpc.gateway.webhook.domain;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where webhooks may be sent. Addresses that are not of the public Internet are refused unless an operator names them,
 * since an agent's tenant must not reach through the gateway what only the gateway can reach.
 *
 * @param hosts the only hosts allowed, {@code hooks.example.org} or {@code *.example.org}; empty: any
 * @param networks addresses allowed although they are not public
 * @param loopback whether this machine itself may be named, and there without TLS
 */
public record Egress(List<String> hosts, List<Network> networks, boolean loopback) {
    private static final int MAX_URL = 2000;
    /**
     * The IANA special-purpose registries, multicast and reserved space, and the address at which one cloud's machines
     * find their metadata outside of them.
     */
    private static final List<Network> NOT_PUBLIC = Stream.of("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10",
            "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
            "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
            "168.63.129.16").map(Network::parse).toList();
    /** Resolvers take 2130706433, 127.1 and 0x7f000001 for addresses; people do not see which. */
    private static final Pattern ODD_NUMBER = Pattern.compile("(^|\\.)(\\d+|0x[0-9a-f]*)\\.?$");
    private static final Pattern FOUR_NUMBERS = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
    private static final Network PUBLIC_6 = Network.parse("2000::/3");
    /** Inside of it: protocol assignments, documentation, and 6to4, which carries an IPv4 address. */
    private static final List<Network> NOT_PUBLIC_6 = Stream.of("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
            .map(Network::parse).toList();

    public Egress {
        hosts = hosts.stream().map(h -> h.toLowerCase(Locale.ROOT)).toList();
        networks = List.copyOf(networks);
    }

    /** What is wrong with an address, before anybody is asked what its name stands for. */
    public Optional<String> violation(String text) {
        URI url;
        try {
            url = URI.create(text);
        } catch (IllegalArgumentException e) {
            return Optional.of("it is not a URL");
        }
        if (text.length() > MAX_URL) {
            return Optional.of("it has at most " + MAX_URL + " characters");
        }
        if (url.getHost() == null || url.getScheme() == null) {
            return Optional.of("it names a scheme and a host, as in https://agent.example.org/wakes");
        }
        if (url.getRawUserInfo() != null) {
            return Optional.of("it holds no user or password; deliveries are signed");
        }
        if (url.getRawFragment() != null) {
            return Optional.of("it has no fragment");
        }
        if (url.getPort() == 0 || url.getPort() > 65535) {
            return Optional.of("its port is 1 to 65535");
        }
        return scheme(url).or(() -> host(url));
    }

    private Optional<String> scheme(URI url) {
        return switch (url.getScheme().toLowerCase(Locale.ROOT)) {
            case "https" -> Optional.empty();
            case "http" -> loopback ? Optional.empty() : Optional.of("only https is allowed");
            default -> Optional.of("only https is allowed");
        };
    }

    private Optional<String> host(URI url) {
        String host = url.getHost().toLowerCase(Locale.ROOT);
        if (ODD_NUMBER.matcher(host).find() && !FOUR_NUMBERS.matcher(host).matches()) {
            return Optional.of("an address is written as four numbers");
        }
        boolean listed = hosts.isEmpty() || hosts.stream().anyMatch(h ->
                h.startsWith("*.") ? host.endsWith(h.substring(1)) : host.equals(h));
        return listed ? Optional.empty() : Optional.of("the operator's list of hosts does not have " + host);
    }

    /** The address to connect to, of those a host's name stands for right now; none: nothing may be sent there. */
    public Optional<InetAddress> choose(URI url, List<InetAddress> addresses) {
        boolean secure = "https".equalsIgnoreCase(url.getScheme());
        return addresses.stream().filter(a -> a.isLoopbackAddress() ? loopback : secure && admits(a)).findFirst();
    }

    private boolean admits(InetAddress address) {
        return networks.stream().anyMatch(n -> n.contains(address)) || published(address);
    }

    private static boolean published(InetAddress address) {
        return address instanceof Inet4Address ? NOT_PUBLIC.stream().noneMatch(n -> n.contains(address))
                : PUBLIC_6.contains(address) && NOT_PUBLIC_6.stream().noneMatch(n -> n.contains(address));
    }
}
