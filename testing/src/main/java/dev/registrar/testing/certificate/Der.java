package dev.registrar.testing.certificate;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Encodes values in ASN.1 DER (ITU-T X.690). */
final class Der {
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return value(0x30, parts);
    }

    static byte[] integer(BigInteger number) {
        return value(0x02, number.toByteArray());
    }

    static byte[] bits(byte[] bytes) {
        return value(0x03, new byte[] {0}, bytes);
    }

    static byte[] time(Instant time) {
        return value(0x17, UTC_TIME.format(time).getBytes(US_ASCII));
    }

    /** Encodes a value of less than 64 KB that consists of these parts. */
    static byte[] value(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (var part : parts) {
            content.writeBytes(part);
        }
        var value = new ByteArrayOutputStream();
        value.write(tag);
        value.writeBytes(length(content.size()));
        value.writeBytes(content.toByteArray());
        return value.toByteArray();
    }

    /** A length in as few bytes as possible; the first tells how many follow unless it is the only one. */
    private static byte[] length(int length) {
        if (length < 0x80) {
            return new byte[] {(byte) length};
        }
        return length < 0x100
                ? new byte[] {(byte) 0x81, (byte) length}
                : new byte[] {(byte) 0x82, (byte) (length >> 8), (byte) length};
    }
}
