package dev.registrar.resource.document.reading;

import static dev.registrar.resource.error.ErrorCode.INVALID_VALUE;
import static dev.registrar.resource.error.ErrorCode.VALUE_TOO_LONG;
import static dev.registrar.resource.error.ErrorCode.WRONG_TYPE;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.document.IdentifierText;
import dev.registrar.resource.document.UnicodeText;
import dev.registrar.resource.error.ErrorCode;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.type.Attribute;

/** Reads and checks the values of attributes. */
record AttributeReader(ErrorCollector errors) {
    /** Returns the value to store; null for a JSON null, or when an error was added. */
    Object read(Attribute attribute, JsonNode node) {
        if (node.isNull()) {
            if (!attribute.isNullable()) {
                reject(attribute, WRONG_TYPE, "must be %s, not null".formatted(expected(attribute)));
            }
            return null;
        }
        var value = attribute.kind().fromJson(node);
        if (value.isEmpty()) {
            // A string that is not a date has the right JSON type but a wrong value.
            var code = attribute.kind().isString() && node.isTextual() ? INVALID_VALUE : WRONG_TYPE;
            reject(attribute, code, "must be %s".formatted(expected(attribute)));
            return null;
        }
        if (value.get() instanceof String text) {
            checkText(attribute, text);
        } else if (value.get() instanceof Integer number && number < attribute.minimum()) {
            reject(attribute, INVALID_VALUE, "must be at least %s".formatted(attribute.minimum()));
        }
        return value.get();
    }

    private void checkText(Attribute attribute, String text) {
        var length = text.codePointCount(0, text.length());
        if (!attribute.allowedValues().isEmpty() && !attribute.allowedValues().contains(text)) {
            reject(attribute, INVALID_VALUE, "must be %s".formatted(expected(attribute)));
        } else if (attribute.limit() > 0 && length > attribute.limit()) {
            reject(
                    attribute,
                    VALUE_TOO_LONG,
                    "has %s characters; at most %s are allowed".formatted(length, attribute.limit()));
        } else if (!UnicodeText.isStorable(text)) {
            reject(attribute, INVALID_VALUE, "must not contain U+0000 or a lone surrogate");
        } else if (attribute.isRequired() && UnicodeText.isBlank(text)) {
            reject(attribute, INVALID_VALUE, "must not be blank");
        } else if (attribute.isCode()) {
            IdentifierText.errorIn(text).ifPresent(error -> reject(attribute, INVALID_VALUE, error));
        }
    }

    private static String expected(Attribute attribute) {
        return attribute.isNullable()
                ? attribute.descriptionForClients() + ", or null"
                : attribute.descriptionForClients();
    }

    private void reject(Attribute attribute, ErrorCode code, String predicate) {
        errors.add(code.at(
                pointer("data", "attributes", attribute.name()), "The %s %s.".formatted(attribute.label(), predicate)));
    }
}
