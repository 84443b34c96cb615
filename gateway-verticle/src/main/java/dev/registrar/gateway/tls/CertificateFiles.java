package dev.registrar.gateway.tls;

/** The PEM files of a certificate (and its chain) and its key. */
public record CertificateFiles(PemFile certificate, PemFile key) {

    /** Those that a section of the configuration names. */
    public static CertificateFiles in(String section, String certificate, String key) {
        return new CertificateFiles(
                new PemFile(section + ".tls-certificate", certificate), new PemFile(section + ".tls-key", key));
    }
}
