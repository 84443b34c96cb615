package dev.registrar.gateway.documentation;

import java.util.Locale;

/** The pages to read: Markdown in the repository, which the build renders as HTML for the service. */
public enum MarkdownPage {
    TUTORIAL("Tutorial", "gateway-verticle/documentation/tutorial.md"),
    COOKBOOK("Cookbook", "gateway-verticle/documentation/cookbook.md"),
    CLIENTS("Client libraries", "gateway-verticle/documentation/clients.md"),
    GLOSSARY("Glossary", "gateway-verticle/documentation/glossary.md"),
    REGISTRATION("Life of a registration", "gateway-verticle/documentation/registration.md"),
    ERRORS("Error codes", "resource-engine/ERRORS.md"),
    INTEGRATING("Ways to integrate", "gateway-verticle/documentation/integrating.md"),
    WEBHOOKS("Webhooks", "gateway-verticle/documentation/webhooks.md"),
    ARCHITECTURE("Architecture", "gateway-verticle/documentation/architecture.md"),
    DECIDING("Deciding on enrollments", "gateway-verticle/documentation/deciding.md"),
    JOINING("Your own verticles", "gateway-verticle/documentation/joining.md"),
    POSTGRESQL("Your own PostgreSQL", "gateway-verticle/documentation/postgresql.md"),
    DEPLOYMENT("Deployment", "gateway-verticle/documentation/deployment.md"),
    METRICS("Metrics", "gateway-verticle/documentation/metrics.md"),
    LOGS_AND_TRACES("Logs and traces", "gateway-verticle/documentation/logs-and-traces.md"),
    RUNBOOK("Runbook", "gateway-verticle/documentation/runbook.md"),
    BACKUP("Backup and restore", "gateway-verticle/documentation/backup.md"),
    VERSIONING("Versioning", "gateway-verticle/documentation/versioning.md"),
    CHANGELOG("Changelog", "gateway-verticle/documentation/changelog.md"),
    CONFORMANCE("Conformance", "gateway-verticle/CONFORMANCE.md");

    private final String title;
    private final String source;

    MarkdownPage(String title, String source) {
        this.title = title;
        this.source = source;
    }

    /** The title in lists of the pages. */
    public String title() {
        return title;
    }

    /** The Markdown file, relative to the root of the repository. */
    public String source() {
        return source;
    }

    /** The last segment of its URL. */
    public String segment() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name of the rendered file. */
    public String file() {
        return segment() + ".html";
    }
}
