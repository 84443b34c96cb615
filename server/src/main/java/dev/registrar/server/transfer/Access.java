package dev.registrar.server.transfer;

import static dev.registrar.server.transfer.TransferArguments.wrong;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/**
 * Where a service is, and who is let in.
 *
 * @param url the base URL of the API, without a slash at its end
 * @param authorization the header of that name
 * @param ca the file of the trusted certificates; empty for those that the JVM trusts
 */
record Access(String url, String authorization, Optional<Path> ca) {
    private static final String TOKEN = "REGISTRAR_TOKEN";
    private static final String PASSWORD = "REGISTRAR_PASSWORD";

    static Access of(TransferArguments arguments, Shell shell) throws TransferException {
        return new Access(apiAt(arguments.url()), authorization(arguments.user(), shell), arguments.ca());
    }

    private static String apiAt(String url) throws TransferException {
        try {
            var address = new URI(url);
            if (address.getHost() != null && url.matches("https?://[^?#]*")) {
                return url.replaceFirst("(/v1)?/*$", "") + "/v1";
            }
        } catch (URISyntaxException e) {
            // It is not a URL at all.
        }
        throw wrong("--url must be like https://registrar.example.edu, not %s".formatted(url));
    }

    private static String authorization(Optional<String> user, Shell shell) throws TransferException {
        if (user.isPresent()) {
            var credentials = user.get() + ":" + password(user.get(), shell);
            return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
        }
        return shell.variable(TOKEN)
                .map("Bearer "::concat)
                .orElseThrow(() -> wrong("give --user, or set %s to an access token".formatted(TOKEN)));
    }

    private static String password(String user, Shell shell) throws TransferException {
        if (user.contains(":")) {
            throw wrong("--user must be a name; the password is asked for, or taken from %s".formatted(PASSWORD));
        }
        return shell.variable(PASSWORD)
                .or(() -> shell.askForPassword(user))
                .orElseThrow(() -> wrong("without a terminal, %s must have the password".formatted(PASSWORD)));
    }
}
