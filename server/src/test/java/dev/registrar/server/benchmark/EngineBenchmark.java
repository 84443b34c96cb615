package dev.registrar.server.benchmark;

import dev.registrar.course.CourseVerticle;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.writing.DocumentWriter;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.document.writing.FoundPage;
import dev.registrar.resource.document.writing.FoundPage.Numbered;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.document.writing.PageLinks;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.Page.NumberedPage;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SparseFieldsets;
import dev.registrar.resource.store.IndexUse;
import dev.registrar.resource.store.PageSelection;
import dev.registrar.resource.store.PageSql;
import dev.registrar.resource.store.SelectSql;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.impl.RowImpl;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.desc.ColumnDescriptor;
import io.vertx.sqlclient.impl.RowDesc;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What the engine computes for a read: the query, the statement and the document; {@code .ci/benchmark jmh} runs it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class EngineBenchmark {
    private static final ResourceTypes TYPES = CourseVerticle.SCHEMA.types();
    private static final ResourceType COURSES = TYPES.named("courses").orElseThrow();
    private static final Links LINKS = new Links("https://registrar.example.edu");

    private static final Map<String, List<String>> PARAMETERS = Map.of(
            "filter[course_identifier]", List.of("S1N1,S2N2,S3N3"),
            "sort", List.of("-course_name"),
            "page[size]", List.of("20"),
            "include", List.of("course_terms"));

    private final DocumentWriter documents = DocumentWriter.ofReads(LINKS);
    private final SelectSql select = new SelectSql(TYPES, type -> Optional.empty());
    private final PageSql pages = new PageSql(select);
    private final ShownFields fields = ShownFields.of(COURSES, SparseFieldsets.ALL);
    private final ResourceQuery query = readQuery();
    private final Row course = course();
    private final UUID id = course.getUUID(0);
    private final PageLinks pageLinks = PageLinks.of(LINKS.collection(COURSES), PARAMETERS, COURSES, query);
    private final FoundItem item = new FoundItem(fields, course, Optional.empty());
    private final FoundPage page = new FoundPage(
            fields,
            Stream.generate(() -> course).limit(20).toList(),
            new Numbered(new NumberedPage(1, 20), 1_000),
            Optional.empty());

    private static Row course() {
        var row = new RowImpl(new RowDesc(new ColumnDescriptor[0]) {});
        row.addValue(UUID.randomUUID());
        List.of(
                        "C",
                        "00",
                        "S17",
                        "4711",
                        "S17N4711",
                        "Introduction to \"logic\"",
                        "Propositions, predicates. ".repeat(12))
                .forEach(row::addValue);
        row.addValue(LocalDate.of(2026, 1, 1));
        row.addValue(null);
        row.addValue("registry");
        row.addValue(LocalDate.of(2026, 9, 1));
        row.addValue(new UUID[] {UUID.randomUUID(), UUID.randomUUID()});
        return row;
    }

    @Benchmark
    public ResourceQuery readQuery() {
        return new QueryReader(TYPES, COURSES).ofCollection(PARAMETERS);
    }

    @Benchmark
    public Statement buildItemStatement() {
        return select.item(fields, id, List.of());
    }

    @Benchmark
    public Statement buildPageStatement() {
        return pages.page(fields, PageSelection.of(COURSES, query, Optional.empty()), IndexUse.INDEX_ORDER);
    }

    @Benchmark
    public Buffer writeItem() {
        return documents.item(LINKS.item(COURSES, id), item, List.of());
    }

    @Benchmark
    public Buffer writePage() {
        return documents.page(page, pageLinks, List.of());
    }
}
