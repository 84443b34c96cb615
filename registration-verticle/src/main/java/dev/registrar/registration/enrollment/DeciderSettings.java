package dev.registrar.registration.enrollment;

import dev.registrar.platform.http.HttpUrl;
import dev.registrar.platform.http.SignedClient.Recipient;
import dev.registrar.platform.http.WebhookSecret;
import dev.registrar.platform.settings.PemFile;
import dev.registrar.platform.settings.SettingsErrors;
import io.vertx.core.net.TrustOptions;
import java.util.Optional;

/**
 * Who decides, and how the HTTP decider is asked.
 *
 * @param deciderUrl the URL of the HTTP decider; blank if another one decides
 * @param deciderSecrets the keys that sign each question, separated by commas
 * @param deciderAllowHttp whether the URL may begin with {@code http://} although it does not lead to this machine
 * @param deciderCa a PEM file with the authority to trust; blank for those that the JVM trusts
 * @param deciderConcurrency the maximum number of questions of this node in progress
 */
public record DeciderSettings(
        Decider.Kind decider,
        String deciderUrl,
        String deciderSecrets,
        boolean deciderAllowHttp,
        String deciderCa,
        int deciderConcurrency) {
    private static final String URL = "enrollment.decider-url";
    private static final String SECRETS = "enrollment.decider-secrets";
    private static final int MAX_CONCURRENCY = 200;

    public DeciderSettings {
        var errors = new SettingsErrors();
        errors.require(
                deciderConcurrency >= 1 && deciderConcurrency <= MAX_CONCURRENCY,
                "enrollment.decider-concurrency must be from 1 to %s".formatted(MAX_CONCURRENCY));
        errors.require(
                decider == Decider.Kind.HTTP || deciderUrl.isBlank(),
                URL + " is not asked unless enrollment.decider is http; leave it blank");
        if (decider == Decider.Kind.HTTP) {
            var url = HttpUrl.read(URL, deciderUrl, errors);
            errors.require(
                    url.usesTls() || url.isOnLoopback() || deciderAllowHttp,
                    URL
                            + " must begin with https://; http:// is allowed to this machine, or together with decider-allow-http");
            var unused = WebhookSecret.readList(SECRETS, deciderSecrets, errors);
            errors.collectFrom(() -> authority(deciderCa));
        }
        errors.throwIfAny();
    }

    private static Optional<TrustOptions> authority(String file) {
        return file.isBlank()
                ? Optional.empty()
                : Optional.of(new PemFile("enrollment.decider-ca", file).readCertificates());
    }

    /** The HTTP decider. Reads the file of the authority, which blocks. */
    Recipient recipient() {
        var valid = new SettingsErrors();
        return new Recipient(
                HttpUrl.read(URL, deciderUrl, valid),
                WebhookSecret.readList(SECRETS, deciderSecrets, valid),
                true,
                authority(deciderCa));
    }

    /** Omits the URL and the secrets, so that they are never logged. */
    @Override
    public String toString() {
        return decider.toString();
    }
}
