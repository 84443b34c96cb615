package dev.registrar.resource.document.reading;

import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorCode.VALUE_TOO_LONG;
import static dev.registrar.resource.error.ErrorCode.WRONG_TYPE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.Faults;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;

/** Reads the values of attributes by their declarations. */
final class AttributeReader {
    private final Faults faults;

    AttributeReader(Faults faults) {
        this.faults = faults;
    }

    /** The value to store, null for a JSON null or where a fault was added. */
    Object read(Attribute attribute, JsonNode node) {
        if (node.isNull()) {
            if (!attribute.isNullable()) {
                refuse(attribute, WRONG_TYPE, "must be %s, not null".formatted(expected(attribute)));
            }
            return null;
        }
        var value = attribute.kind().fromJson(node);
        if (value.isEmpty()) {
            // A string that is no date is a wrong value, not a value of a wrong type.
            var code = attribute.kind() == AttributeKind.DATE && node.isTextual() ? INVALID_VALUE : WRONG_TYPE;
            refuse(attribute, code, "must be %s".formatted(expected(attribute)));
            return null;
        }
        if (value.get() instanceof String text) {
            checkText(attribute, text);
        } else if (value.get() instanceof Integer number && number < attribute.minimum()) {
            refuse(attribute, INVALID_VALUE, "must be at least %d".formatted(attribute.minimum()));
        }
        return value.get();
    }

    private void checkText(Attribute attribute, String text) {
        var length = text.codePointCount(0, text.length());
        if (!attribute.allowedValues().isEmpty() && !attribute.allowedValues().contains(text)) {
            refuse(attribute, INVALID_VALUE, "must be %s".formatted(expected(attribute)));
        } else if (attribute.limit() > 0 && length > attribute.limit()) {
            refuse(
                    attribute,
                    VALUE_TOO_LONG,
                    "has %d characters; at most %d are allowed".formatted(length, attribute.limit()));
        } else if (!UnicodeText.isStorable(text)) {
            refuse(attribute, INVALID_VALUE, "must not hold U+0000 or a lone surrogate");
        } else if (attribute.isRequired() && UnicodeText.isBlank(text)) {
            refuse(attribute, INVALID_VALUE, "must not be blank");
        } else if (attribute.isIdentifier()) {
            IdentifierText.flawOf(text).ifPresent(flaw -> refuse(attribute, INVALID_VALUE, flaw));
        }
    }

    private static String expected(Attribute attribute) {
        return attribute.isNullable() ? attribute.description() + ", or null" : attribute.description();
    }

    private void refuse(Attribute attribute, ErrorCode code, String predicate) {
        faults.add(code.at(
                pointer("data", "attributes", attribute.name()), "%s %s.".formatted(attribute.name(), predicate)));
    }
}
