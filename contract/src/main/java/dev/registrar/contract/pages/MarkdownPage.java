package dev.registrar.contract.pages;

import java.util.Locale;

/** The pages to read: Markdown in the folder {@code docs}, which the build renders as HTML for the service. */
public enum MarkdownPage {
    TUTORIAL("Tutorial"),
    COOKBOOK("Cookbook"),
    CLIENTS("Client libraries"),
    GLOSSARY("Glossary"),
    REGISTRATION("Life of a registration"),
    REGISTRATION_WEEK("Registration week"),
    ERRORS("Error codes"),
    AUTHENTICATION("Authentication"),
    IMPORT_AND_EXPORT("Import and export"),
    INTEGRATING("Ways to integrate"),
    WEBHOOKS("Webhooks"),
    EVENT_BUS("Event bus"),
    DECIDING("Deciding on enrollments"),
    JOINING("Your own verticles"),
    POSTGRESQL("Your own PostgreSQL"),
    PRODUCTION("Production"),
    DEPLOYMENT("Deployment"),
    CLUSTER("Several nodes"),
    KEYCLOAK("Keycloak"),
    LIMITS("Limits"),
    INDEXES("Fast queries"),
    METRICS("Metrics"),
    LOGS_AND_TRACES("Logs and traces"),
    RUNBOOK("Runbook"),
    BACKUP("Backup and restore"),
    VERSIONING("Versioning"),
    ARCHITECTURE("Architecture"),
    DECISIONS("Decisions");

    private final String title;

    MarkdownPage(String title) {
        this.title = title;
    }

    /** The title in lists of the pages. */
    public String title() {
        return title;
    }

    /** The Markdown file, relative to the root of the repository. */
    String source() {
        return "docs/" + segment() + ".md";
    }

    /** The path of its URL. */
    public String path() {
        return "/v1/openapi/" + segment();
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
