package dev.registrar.platform.tls;

import dev.registrar.platform.settings.PemFile;

/** The PEM files of a certificate (and its chain) and its private key. */
public record CertificateFiles(PemFile certificate, PemFile key) {

    /** The files in a section of the configuration. */
    public static CertificateFiles in(String section, String certificate, String key) {
        return new CertificateFiles(
                new PemFile(section + ".tls-certificate", certificate), new PemFile(section + ".tls-key", key));
    }
}
