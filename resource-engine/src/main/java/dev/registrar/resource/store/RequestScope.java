package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorCode.NOT_FOUND;

import dev.registrar.platform.database.CallContext;
import dev.registrar.platform.database.Database;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.query.ExportQuery;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.FilterOperator;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What a request carries through the engine: what it is about, what its caller may see, how long it may take, and where
 * its links lead. It is made once, where the request arrives; nothing reads or changes resources without one.
 *
 * <p>A caller who is bound to a person sees only that person's resources, as if there were no others. Of a resource
 * that another verticle stores, only the id in a relationship is shown: this verticle does not know to whom it belongs.
 *
 * @param types all types of this verticle
 * @param type the type that the request was sent for
 * @param transaction to which the statements of the request belong; empty if they take connections of their own
 */
public record RequestScope(
        ResourceTypes types,
        ResourceType type,
        ResourceRequest request,
        Links links,
        Optional<SqlConnection> transaction) {

    public static RequestScope of(ResourceTypes types, ResourceType type, ResourceRequest request) {
        return new RequestScope(types, type, request, new Links(request.baseUrl()), Optional.empty());
    }

    /** The same request as steps of a transaction; a failed one is undone, and the transaction continues. */
    public RequestScope within(SqlConnection connection) {
        return new RequestScope(types, type, request, links, Optional.of(connection));
    }

    /** Connections for this request: nothing waits longer than its deadline, and nothing has an effect after it. */
    public Database on(Database database) {
        return transaction.map(Database::within).orElseGet(() -> database.limitedBy(context()));
    }

    /** For whom, and until when, the database is used. */
    public CallContext context() {
        return new CallContext(
                type.name(),
                request.action().headerValue(),
                request.caller().identity(),
                request.firstId(),
                request::deadline);
    }

    /** The id in the URL; fails with {@code not_found} when no resource can have it. */
    public UUID id() {
        return request.id()
                .flatMap(Ids::parse)
                .orElseThrow(() -> NOT_FOUND
                        .because("There is nothing with this id among the %s; ids are UUIDs."
                                .formatted(Attribute.label(type.name())))
                        .asException());
    }

    /** The relationship in the URL; fails with {@code not_found} when the type has no such relationship. */
    public Relationship relationship() {
        return request.relationship()
                .flatMap(type::relationship)
                .orElseThrow(() -> NOT_FOUND
                        .because("%s has no such relationship; %s"
                                .formatted(
                                        type,
                                        Misspelling.remedy(
                                                request.relationship().orElse(""),
                                                type.relationshipNames(),
                                                "its relationships")))
                        .asException());
    }

    /** The error when there is no resource with the id in the URL that the caller may see. */
    public JsonApiException notFound() {
        return NOT_FOUND.because(ResourceType.nothingAmong(type.name())).asException();
    }

    /** The query of a request for a page of resources of a type, which are all that the caller may see. */
    public ResourceQuery collectionQuery(ResourceType primary) {
        return restrict(new QueryReader(types, primary).ofCollection(request.query()), primary);
    }

    /** The query of a request for a file of resources of a type, which are all that the caller may see. */
    public ExportQuery exportQuery(ResourceType primary, boolean hasColumns) {
        var query = new QueryReader(types, primary, hasColumns).ofExport(request.query());
        return new ExportQuery(restrict(query.resources(), primary), query.isForSpreadsheet());
    }

    /** The query of a request for one resource of a type, which the caller may see. */
    public ResourceQuery itemQuery(ResourceType primary) {
        return restrict(new QueryReader(types, primary).ofItem(request.query()), primary);
    }

    /** The query of a change, which selects the content of the response, and only what the caller may see. */
    public ResourceQuery changeQuery() {
        return new QueryReader(types, type).ofChange(request.query()).within(visible(type));
    }

    /** The filter that selects what the caller may see of a type; empty when that is everything. */
    public Optional<Filter> visible(ResourceType other) {
        return other.seenBy()
                .map(this::seen)
                .or(() -> other.owner()
                        .flatMap(owner -> request.caller()
                                .uni()
                                .map(uni -> new Filter.ByAttribute(owner, FilterOperator.IEXACT, List.of(uni)))));
    }

    private Filter seen(Attribute identity) {
        return request.caller().scopes().contains(Caller.ADMINISTRATIVE)
                ? new Filter.ByAttribute(identity, FilterOperator.ISNULL, List.of(false))
                : new Filter.ByAttribute(
                        identity, FilterOperator.EQ, List.of(request.caller().identity()));
    }

    /** The SQL that shows no ids of linked and no included resources that the caller may not see. */
    SelectSql select() {
        return new SelectSql(types, this::visible);
    }

    /** Also a filter by related resources, or by their ids, finds only those that the caller may see. */
    private ResourceQuery restrict(ResourceQuery query, ResourceType primary) {
        if (!request.caller().isBound() && primary.seenBy().isEmpty()) {
            return query;
        }
        var filters = Stream.concat(query.filters().stream().map(this::restrict), visible(primary).stream());
        return new ResourceQuery(filters.toList(), query.order(), query.page(), query.fields(), query.inclusion());
    }

    private Filter restrict(Filter filter) {
        if (filter instanceof Filter.ByRelated related) {
            var conditions = related.conditions().stream().map(this::restrict);
            return new Filter.ByRelated(
                    related.relationship(),
                    related.target(),
                    Stream.concat(conditions, visible(related.target()).stream())
                            .toList());
        }
        return filter instanceof Filter.ByLinkage linkage ? restrictLinkage(linkage) : filter;
    }

    private Filter restrictLinkage(Filter.ByLinkage linkage) {
        return types.targetOf(linkage.relationship())
                .flatMap(target -> visible(target)
                        .<Filter>map(visible -> new Filter.ByRelated(
                                linkage.relationship(), target, List.of(new Filter.ById(linkage.ids()), visible))))
                .orElse(linkage);
    }
}
