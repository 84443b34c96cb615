package dev.registrar.course;

import static dev.registrar.resource.type.Attribute.ServerValue.CALLER_NAME;
import static dev.registrar.resource.type.Attribute.ServerValue.CURRENT_DATE;
import static dev.registrar.resource.type.Attribute.date;
import static dev.registrar.resource.type.Attribute.text;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.type.Attribute;

/** The user who last changed a course or an offering, and the date. */
final class LastModification {
    static final Attribute USER_NAME = text("last_mod_user_name")
            .upTo(Caller.MAX_NAME)
            .inDictionaryOrder()
            .setByServer(CALLER_NAME)
            .filterable();

    static final Attribute DATE =
            date("last_mod_date").setByServer(CURRENT_DATE).filterable();

    private LastModification() {}
}
