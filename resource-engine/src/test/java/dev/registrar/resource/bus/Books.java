package dev.registrar.resource.bus;

import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toMany;
import static dev.registrar.resource.type.Relationship.toOne;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;

/** Resource types that exist only in the tests, one of which belongs to people, with a migration in {@code db/library}. */
final class Books {
    private static final Attribute BORROWER =
            text("borrower").required().upTo(60).identifier().filterable();

    private static final ResourceType BOOKS = ResourceType.named("books")
            .table("library.books")
            .attribute(text("title").required().upTo(60))
            .relationship(toMany("loans", "loans", "book_id"))
            .build();

    private static final ResourceType LOANS = ResourceType.named("loans")
            .table("library.loans")
            .attribute(BORROWER)
            .relationship(toOne("book", "books", "book_id").required(true))
            .relationship(toMany("reminders", "reminders", "loan_id"))
            .ownedBy(BORROWER)
            .build();

    private static final ResourceType REMINDERS = ResourceType.named("reminders")
            .table("library.reminders")
            .attribute(text("text").required().upTo(60))
            .relationship(toOne("loan", "loans", "loan_id").required(true))
            .build();

    static final Schema SCHEMA = new Schema("library", 1, ResourceTypes.of(BOOKS, LOANS, REMINDERS));

    private Books() {}
}
