package dev.registrar.testing.certificate;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.security.auth.x500.X500Principal;

/**
 * A key and its X.509 certificate (RFC 5280). The JDK can issue certificates only in keytool, whose start takes longer than a
 * test.
 */
record CertifiedKey(PrivateKey key, X509Certificate certificate) {
    private static final byte[] VERSION_3 = Der.value(0xA0, Der.integer(BigInteger.TWO));
    private static final byte[] IS_AUTHORITY = Der.sequence(hex("0603551d13"), hex("0101ff"), hex("040530030101ff"));
    private static final byte[] ALTERNATIVE_NAME = hex("0603551d11");

    /** The algorithms of signatures, by those of keys: ecdsa-with-SHA256 and sha256WithRSAEncryption. */
    private static final Map<String, byte[]> SIGNATURES =
            Map.of("EC", hex("300a06082a8648ce3d040302"), "RSA", hex("300d06092a864886f70d01010b0500"));

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    /** Creates an authority, which can issue other certificates. */
    static CertifiedKey authority(String name) {
        var keys = newKeys("EC");
        return new CertifiedKey(
                keys.getPrivate(),
                sign(keys.getPrivate(), named(name), named(name), keys.getPublic(), Validity.NOW, IS_AUTHORITY));
    }

    /** Creates a certificate that is signed with its own key. */
    static CertifiedKey selfSigned(String algorithm, String name, byte[] ipAddress, Validity validity) {
        var keys = newKeys(algorithm);
        var extension = alternativeName(0x87, ipAddress);
        return new CertifiedKey(
                keys.getPrivate(),
                sign(keys.getPrivate(), named(name), named(name), keys.getPublic(), validity, extension));
    }

    /** Issues a certificate for a host, signed with this key. */
    CertifiedKey issueFor(String host, Validity validity) {
        var keys = newKeys("EC");
        var extension = alternativeName(0x82, host.getBytes(US_ASCII));
        var issuer = certificate.getSubjectX500Principal();
        return new CertifiedKey(
                keys.getPrivate(), sign(key, issuer, named("server"), keys.getPublic(), validity, extension));
    }

    private static X500Principal named(String name) {
        return new X500Principal("CN=" + name);
    }

    private static byte[] alternativeName(int kind, byte[] name) {
        return Der.sequence(ALTERNATIVE_NAME, Der.value(0x04, Der.sequence(Der.value(kind, name))));
    }

    private static KeyPair newKeys(String algorithm) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(algorithm.equals("EC") ? 256 : 2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static X509Certificate sign(
            PrivateKey signer,
            X500Principal issuer,
            X500Principal subject,
            PublicKey key,
            Validity validity,
            byte[] extension) {
        var algorithm = SIGNATURES.get(signer.getAlgorithm());
        var content = Der.sequence(
                VERSION_3,
                Der.integer(new BigInteger(63, new SecureRandom())),
                algorithm,
                issuer.getEncoded(),
                Der.sequence(Der.time(validity.begin()), Der.time(validity.end())),
                subject.getEncoded(),
                key.getEncoded(),
                Der.value(0xA3, Der.sequence(extension)));
        try {
            var signature =
                    Signature.getInstance(signer.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
            signature.initSign(signer);
            signature.update(content);
            var signed = Der.sequence(content, algorithm, Der.bits(signature.sign()));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(signed));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the certificate in PEM format. */
    String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the key in PEM format. */
    String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(String label, byte[] content) {
        return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                .formatted(label, Base64.getMimeEncoder().encodeToString(content), label);
    }
}
