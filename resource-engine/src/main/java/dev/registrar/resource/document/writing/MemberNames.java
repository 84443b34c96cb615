package dev.registrar.resource.document.writing;

import com.fasterxml.jackson.core.io.SerializedString;

/** The names of the members that every resource object has, encoded once for all documents. */
final class MemberNames {
    static final SerializedString TYPE = new SerializedString("type");
    static final SerializedString ID = new SerializedString("id");
    static final SerializedString ATTRIBUTES = new SerializedString("attributes");
    static final SerializedString RELATIONSHIPS = new SerializedString("relationships");
    static final SerializedString DATA = new SerializedString("data");
    static final SerializedString META = new SerializedString("meta");
    static final SerializedString COUNT = new SerializedString("count");
    static final SerializedString LINKS = new SerializedString("links");
    static final SerializedString SELF = new SerializedString("self");
    static final SerializedString RELATED = new SerializedString("related");

    private MemberNames() {}
}
