package dev.registrar.resource.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The links of a page: the request's URL and parameters, leading to other pages.
 *
 * @param url the URL of the collection, without parameters
 * @param query the parameters of the request
 */
public record PageLinks(String url, Map<String, List<String>> query) {

    String self() {
        return Links.withQuery(url, query);
    }

    /** The link to the page that this parameter says; every parameter of no page stays. */
    String to(Map<String, String> page, int size) {
        Map<String, List<String>> other = new LinkedHashMap<>(query);
        other.keySet().removeIf(name -> name.startsWith("page["));
        page.forEach((name, value) -> other.put(name, List.of(value)));
        other.put("page[size]", List.of(Integer.toString(size)));
        return Links.withQuery(url, other);
    }
}
