package dev.registrar.resource.export;

import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.export.CsvRecords.Column;
import dev.registrar.resource.query.ExportQuery;
import dev.registrar.resource.query.Inclusion.IncludePath;
import dev.registrar.resource.query.Inclusion.IncludePath.Step;
import dev.registrar.resource.query.Inclusion.RemoteInclude;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.ExportSql;
import dev.registrar.resource.store.PageSelection;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Chooses the columns of a file: the id, the attributes and the to-one relationships, the members of {@code meta}, and
 * the attributes of included resources, with the path that leads to them.
 */
final class CsvColumns {
    private final ResourceClient verticles;
    private final RequestScope scope;
    private final ResourceType type;
    private final ResourceQuery query;
    private final ExportSql sql;
    private final List<Column> columns = new ArrayList<>();
    private final Map<IncludePath, RemoteResources> remotes = new HashMap<>();

    private CsvColumns(ResourceClient verticles, RequestScope scope, PageSelection selection) {
        this.verticles = verticles;
        this.scope = scope;
        type = selection.type();
        query = selection.query();
        sql = new ExportSql(scope, selection);
    }

    /** The file of a selection. The attributes of resources that another verticle stores are known only there. */
    static Future<FileContent> file(
            ResourceClient verticles, RequestScope scope, PageSelection selection, ExportQuery query) {
        var inclusion = query.resources().inclusion();
        var attributes = inclusion.remote().stream()
                .map(include -> RemoteResources.attributesOf(
                        verticles, scope.request(), include.relationship().target(), inclusion.remoteFields()))
                .toList();
        return Future.all(attributes)
                .map(known -> new CsvColumns(verticles, scope, selection)
                        .add(known.list())
                        .file(query.isForSpreadsheet()));
    }

    private CsvColumns add(List<List<String>> attributesOfRemotes) {
        add("id", sql.addId(ExportSql.ITSELF));
        var fields = ShownFields.of(type, query.fields());
        addAttributes("", ExportSql.ITSELF, fields);
        fields.relationships().stream()
                .filter(ToOne.class::isInstance)
                .map(ToOne.class::cast)
                .forEach(this::addIdentifier);
        addMeta();
        query.inclusion().local().forEach(this::addIncluded);
        for (var index = 0; index < attributesOfRemotes.size(); index++) {
            addIncluded(query.inclusion().remote().get(index), attributesOfRemotes.get(index));
        }
        return this;
    }

    private FileContent file(boolean isForSpreadsheet) {
        return new CsvRecords(sql.finish(), columns, List.copyOf(remotes.values()), isForSpreadsheet);
    }

    private void addAttributes(String prefix, List<Step> path, ShownFields fields) {
        fields.attributes().forEach(attribute -> add(prefix + attribute.name(), sql.add(path, attribute.name())));
    }

    private void addIdentifier(ToOne toOne) {
        var path = new IncludePath(List.of(new Step(type, toOne)));
        if (scope.types().targetOf(toOne).isPresent()) {
            add(
                    toOne.name(),
                    toOne.identifier()
                            .map(identifier -> sql.add(path.steps(), identifier))
                            .orElseGet(() -> sql.addId(path.steps())));
        } else if (toOne.identifier().isPresent()) {
            columns.add(new Column(
                    toOne.name(), remote(path).identifier(toOne.identifier().get())));
        } else {
            add(toOne.name(), sql.addRemoteId(path));
        }
    }

    private void addMeta() {
        type.metaAttributes().stream()
                .filter(member -> isShown(member.name()))
                .forEach(member -> add(member.name(), sql.add(member)));
        type.meta()
                .ifPresent(meta -> meta.counts().stream()
                        .filter(count -> isShown(meta.member() + "." + count))
                        .forEach(count -> add(meta.member() + "." + count, sql.addCount(meta, count))));
    }

    private boolean isShown(String column) {
        return query.fields().shows(type.name(), column);
    }

    private void addIncluded(IncludePath path) {
        var target = scope.types().targetOf(path.lastStep().relationship()).orElseThrow();
        addAttributes(prefixOf(path), path.steps(), ShownFields.of(target, query.fields()));
    }

    private void addIncluded(RemoteInclude include, List<String> attributes) {
        var prefix = prefixOf(include.path());
        attributes.forEach(attribute -> columns.add(
                new Column(prefix + attribute, remote(include.path()).text(attribute))));
    }

    private static String prefixOf(IncludePath path) {
        return path.steps().stream()
                .map(step -> step.relationship().name() + ".")
                .collect(Collectors.joining());
    }

    private RemoteResources remote(IncludePath path) {
        return remotes.computeIfAbsent(
                path,
                first -> new RemoteResources(
                        verticles,
                        scope.request(),
                        path.lastStep().relationship().target(),
                        sql.addRemoteId(path)));
    }

    private void add(String name, int column) {
        columns.add(new Column(name, row -> textOf(row.getValue(column))));
    }

    /** The text of a value as in JSON, without quotation marks. */
    private static String textOf(Object value) {
        if (value instanceof OffsetDateTime time) {
            return time.toInstant().toString();
        }
        return value == null ? null : value.toString();
    }
}
