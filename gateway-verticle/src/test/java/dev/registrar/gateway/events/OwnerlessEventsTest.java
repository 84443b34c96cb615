package dev.registrar.gateway.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.events.log.ContractEvents.ResourceEvents;
import dev.registrar.events.log.ContractEvents.Source;
import dev.registrar.resource.bus.Caller;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Events of a resource that belongs to nobody now, although the resources of its type belong to people. */
class OwnerlessEventsTest {
    private static final Source LIBRARY =
            new Source("library", List.of(new ResourceEvents("loans", List.of("created"), "reader", List.of())));

    private static final PublishedEvent EVENT = PublishedEvent.of(LIBRARY, new JsonObject("""
            {"type": "dev.registrar.loans.created", "sequence": "5", "time": "2023-05-17T08:09:10Z",
             "data": {"data": {"type": "loans", "id": "5", "attributes": {"reader": null}}}}"""));

    private static Caller boundTo(String uni) {
        return new Caller("", "portal", "portal", Set.of("read"), Optional.of(uni));
    }

    @Test
    void they_are_for_callers_who_may_see_all() {
        assertThat(EVENT.shownTo(Caller.unbound("portal", Set.of("read")))).contains(EVENT);
    }

    @Test
    void no_caller_who_is_bound_to_a_person_gets_them() {
        assertThat(EVENT.shownTo(boundTo("ab1234"))).isEmpty();
        assertThat(EVENT.shownTo(boundTo(Caller.NOBODY))).isEmpty();
    }
}
