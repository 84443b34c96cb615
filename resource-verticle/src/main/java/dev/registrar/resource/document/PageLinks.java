package dev.registrar.resource.document;

import dev.registrar.resource.query.Page;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pagination links of a collection: the request's URL and parameters with other page numbers.
 *
 * @param url the URL of the collection, without parameters
 * @param query the parameters of the request
 */
public record PageLinks(String url, Map<String, List<String>> query) {

    public String self() {
        return Links.withQuery(url, query);
    }

    public String to(Page page, long number) {
        Map<String, List<String>> other = new LinkedHashMap<>(query);
        other.put("page[number]", List.of(Long.toString(number)));
        other.put("page[size]", List.of(Integer.toString(page.size())));
        return Links.withQuery(url, other);
    }
}
