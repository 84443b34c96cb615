package dev.registrar.resource.testing;

import static dev.registrar.resource.error.ErrorCode.ALREADY_REGISTERED;
import static dev.registrar.resource.error.ErrorCode.STILL_REFERENCED;
import static dev.registrar.resource.error.ErrorSource.pointer;
import static dev.registrar.resource.type.Attribute.ServerValue.CALLER_NAME;
import static dev.registrar.resource.type.Attribute.ServerValue.CURRENT_DATE;
import static dev.registrar.resource.type.Attribute.bool;
import static dev.registrar.resource.type.Attribute.date;
import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Attribute.time;
import static dev.registrar.resource.type.Relationship.toMany;
import static dev.registrar.resource.type.Relationship.toOne;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.document.Document;
import java.util.List;

/** The resource types of a library: one verticle stores books and copies, another one the loans, each of which belongs to a person. */
public final class LibraryTypes {
    private static final Attribute FROM = date("available_from").nullable().filterable();
    private static final Attribute UNTIL = date("available_until").nullable().filterable();
    private static final Attribute CHANGED_BY = text("changed_by")
            .upTo(255)
            .inDictionaryOrder()
            .setByServer(CALLER_NAME)
            .filterable();
    private static final Attribute CHANGED_ON =
            date("changed_on").setByServer(CURRENT_DATE).filterable();
    private static final Attribute BORROWER =
            text("borrower").required().upTo(64).identifier().indexed().filterable();

    private static final ToOne BOOK =
            toOne("book", "books", "book_id").required(true).identifiedBy("isbn");

    private static final ResourceType BOOKS = ResourceType.named("books")
            .table("stock.books")
            .publicData()
            .attribute(text("publisher_code").upTo(10).code().filterable())
            .attribute(text("language_code").upTo(2).code().filterable())
            .attribute(text("subject_code").upTo(10).code().indexed().filterable())
            .attribute(text("shelf").upTo(10).code().indexed().filterable())
            .attribute(identifier("isbn"))
            .attribute(text("title")
                    .required()
                    .upTo(80)
                    .inDictionaryOrder()
                    .indexed()
                    .filterable()
                    .searchable())
            .attribute(text("summary")
                    .upTo(20_000)
                    .inDictionaryOrder()
                    .searchable()
                    .filterableByWords())
            .attribute(FROM.indexed())
            .attribute(UNTIL.indexed())
            .attribute(CHANGED_BY)
            .attribute(CHANGED_ON.indexed())
            .relationship(toMany("copies", "copies", "book_id"))
            .inOrder(FROM.indexed(), UNTIL.indexed(), "available_check")
            .constraint("loans_book_id_fkey", STILL_REFERENCED.because("The book is lent."))
            .build();

    private static final ResourceType COPIES = ResourceType.named("copies")
            .table("stock.copies")
            .publicData()
            .attribute(identifier("barcode"))
            .attribute(integer("days").atLeast(0).filterable())
            .attribute(bool("may_leave").filterable())
            .attribute(FROM)
            .attribute(UNTIL)
            .attribute(CHANGED_BY)
            .attribute(CHANGED_ON)
            .relationship(toOne("book", "books", "book_id").identifiedBy("isbn"))
            .inOrder(FROM, UNTIL, "available_check")
            .build();

    private static final ResourceType LOANS = ResourceType.named("loans")
            .table("lending.loans")
            .attribute(BORROWER)
            .attribute(text("state")
                    .oneOf("requested", "lent", "returned")
                    .serverSetStates(List.of("lent", "returned"), "To end it, DELETE the loan")
                    .filterable())
            .relationship(BOOK)
            .meta(time("asked_at").indexed())
            .meta(time("returned_at").nullable())
            .meta(text("stage")
                    .oneOf("open", "closed")
                    .computedBy("lending.stage")
                    .filterable())
            .ownedBy(BORROWER)
            .uniqueTogether(
                    List.of(BORROWER),
                    List.of(BOOK),
                    "borrower_book_id",
                    ALREADY_REGISTERED.at(
                            pointer("data", "attributes", "borrower"), "This person has borrowed this book."))
            .build();

    public static final Schema STOCK = new Schema("stock", 1, ResourceTypes.of(BOOKS, COPIES));
    public static final Schema LENDING = new Schema("lending", 1, ResourceTypes.of(LOANS));

    public static final List<Schema> SCHEMAS = List.of(STOCK, LENDING);

    private LibraryTypes() {}

    private static Attribute identifier(String name) {
        return text(name)
                .required()
                .upTo(32)
                .identifier()
                .unique()
                .indexed()
                .filterable()
                .searchable();
    }

    public static Document book(String isbn, String title) {
        return Document.of("books").attribute("isbn", isbn).attribute("title", title);
    }

    public static Document copy(String barcode, String bookId) {
        return Document.of("copies")
                .attribute("barcode", barcode)
                .relationship("book", Document.linkage("books", bookId));
    }

    public static Document loan(String borrower, String bookId) {
        return Document.of("loans")
                .attribute("borrower", borrower)
                .attribute("state", "requested")
                .relationship("book", Document.linkage("books", bookId));
    }
}
