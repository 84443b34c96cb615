package dev.registrar.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The addresses to which webhooks are delivered without further permission. */
class EndpointAddressTest {

    private static boolean isPublic(String literal) throws UnknownHostException {
        return PublicAddress.is(InetAddress.getByName(literal));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0 10.255.255.255 100.127.255.254 127.0.0.1 169.254.169.254 172.31.255.255 192.0.0.8 192.0.2.1",
                "192.88.99.1 192.168.1.1 198.19.255.255 198.51.100.7 203.0.113.9 239.255.255.250 255.255.255.255",
                ":: ::1 ::ffff:10.0.0.1 ::127.0.0.1 ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8 64:ff9b::a00:1 64:ff9b::808:808",
                "64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:0a00:0001::1 2002:0808:0808::1 3fff::1 4000::1 fc00::1",
                "fd12:3456::1 fe80::1 fec0::1 ff02::1"
            })
    void an_address_with_a_special_purpose_is_not_public(String literals) throws UnknownHostException {
        for (var literal : literals.split(" ", -1)) {
            assertThat(isPublic(literal)).as(literal).isFalse();
            assertThat(PublicAddress.isPrivate(literal)).as(literal).isTrue();
            assertThat(PublicAddress.isPrivate("[%s]".formatted(literal)))
                    .as(literal)
                    .isEqualTo(literal.contains(":"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.0.1.1",
                "198.17.255.255 198.20.0.0 223.255.255.255 2001:200::1 2003::1 2606:4700::1111 2a00:1450::1"
            })
    void an_address_next_to_them_is_public(String literals) throws UnknownHostException {
        for (var literal : literals.split(" ", -1)) {
            assertThat(isPublic(literal)).as(literal).isTrue();
            assertThat(PublicAddress.isPrivate(literal)).as(literal).isFalse();
        }
    }

    @Property
    void no_address_that_java_calls_local_is_public(@ForAll int bits) throws UnknownHostException {
        var address = InetAddress.getByAddress(
                new byte[] {(byte) (bits >> 24), (byte) (bits >> 16), (byte) (bits >> 8), (byte) bits});
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            assertThat(PublicAddress.is(address)).isFalse();
        }
    }

    /** Java turns mapped addresses into IPv4 addresses, but not in every way in which it makes them. */
    @Property
    void no_mapped_address_is_public(@ForAll @IntRange(min = 1, max = 254) int first) throws UnknownHostException {
        var bytes = new byte[16];
        bytes[10] = -1;
        bytes[11] = -1;
        bytes[12] = (byte) first;
        bytes[15] = 1;
        assertThat(PublicAddress.is(Inet6Address.getByAddress(null, bytes, 0))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost.", "LocalHost", "hooks.localhost"})
    void localhost_is_not_public(String name) {
        assertThat(PublicAddress.isPrivate(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"library.example.edu", "localhost.example.edu", "notlocalhost", "2130706433"})
    void another_name_is_judged_only_after_it_was_resolved(String name) {
        assertThat(PublicAddress.isPrivate(name)).isFalse();
    }
}
