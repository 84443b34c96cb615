package dev.registrar.server.documentation;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The interactive documentation page in a real browser. Collects the warnings and errors that the browser reports. */
final class DocumentationPage implements AutoCloseable {
    private final Page page;
    private final List<String> origins;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    DocumentationPage(Page page, String url, String... otherOrigins) {
        this.page = page;
        origins =
                Stream.concat(Stream.of(url, "data:"), Stream.of(otherOrigins)).toList();
        listen();
        var response = page.navigate(url + "/v1/openapi");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.request().redirectedFrom()).isNull();
    }

    private void listen() {
        page.onConsoleMessage(message -> {
            if (List.of("warning", "error").contains(message.type())) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(this::recordForeign);
    }

    private void recordForeign(Request request) {
        if (origins.stream().noneMatch(request.url()::startsWith)) {
            complaints.add("Request to another origin: " + request.url());
        }
    }

    Page page() {
        return page;
    }

    Locator operation(String summary) {
        return page.locator(".opblock").filter(new Locator.FilterOptions().setHasText(summary));
    }

    /** Opens the authorization dialog and returns its part for an authentication scheme. */
    Locator authorization(String scheme) {
        page.locator(".btn.authorize").first().click();
        return page.locator(".auth-container").filter(new Locator.FilterOptions().setHasText(scheme));
    }

    void closeDialog() {
        page.locator(".btn-done").first().click();
    }

    void logIn(String user) {
        var basic = authorization("Basic");
        basic.locator("input[name=username]").fill(user);
        basic.locator("input[type=password]").fill(user);
        basic.locator("button.authorize").click();
        closeDialog();
    }

    void logOut() {
        authorization("Basic").getByText("Logout").click();
        closeDialog();
    }

    /** Opens an operation, or closes it. */
    @CanIgnoreReturnValue
    Locator open(String summary) {
        var operation = operation(summary);
        operation.locator(".opblock-summary-control").click();
        return operation;
    }

    /** Opens the form of an operation. */
    @CanIgnoreReturnValue
    Locator openForm(String summary) {
        var operation = open(summary);
        button(operation, "Try it out").click();
        return operation;
    }

    /** Tries an operation out, expects this response status, and returns the request that the browser sent. */
    @CanIgnoreReturnValue
    Request tryOut(String summary, String status) {
        return execute(openForm(summary), status);
    }

    /** Sends the request of an open form, expects this response status, and returns the request. */
    @CanIgnoreReturnValue
    Request execute(Locator operation, String status) {
        var sent = page.waitForRequest(
                request -> request.resourceType().equals("fetch"),
                () -> button(operation, "Execute").click());
        assertThat(operation
                        .locator(".live-responses-table .response-col_status")
                        .nth(1))
                .containsText(status);
        return sent;
    }

    /**
     * Watches for challenges on which the browser would open its own password dialog.
     *
     * @return the challenges so far; more are added as they occur
     */
    List<String> watchForLoginDialogs() {
        List<String> challenges = new CopyOnWriteArrayList<>();
        var browser = page.context().newCDPSession(page);
        browser.on("Fetch.requestPaused", event -> browser.send("Fetch.continueRequest", idOf(event)));
        browser.on("Fetch.authRequired", event -> {
            challenges.add(event.get("authChallenge").toString());
            var parameters = idOf(event);
            parameters.add("authChallengeResponse", JsonParser.parseString("{\"response\": \"CancelAuth\"}"));
            browser.send("Fetch.continueWithAuth", parameters);
        });
        browser.send(
                "Fetch.enable",
                JsonParser.parseString("{\"handleAuthRequests\": true}").getAsJsonObject());
        return challenges;
    }

    private static JsonObject idOf(JsonObject event) {
        var parameters = new JsonObject();
        parameters.add("requestId", event.get("requestId"));
        return parameters;
    }

    private static Locator button(Locator within, String name) {
        return within.getByRole(
                AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    void expectNoComplaints() {
        assertThat(complaints).isEmpty();
    }

    @Override
    public void close() {
        page.context().close();
    }
}
