package dev.registrar.registration.enrollment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** What the rules of seats lead to, as a page about them says, when every request is confirmed by the decider. */
final class ModelledSeats {
    static final int PEOPLE = 7;
    static final List<UUID> COURSES = List.of(
            UUID.fromString("00000000-0000-4000-8000-00000000000a"),
            UUID.fromString("00000000-0000-4000-8000-00000000000b"),
            UUID.fromString("00000000-0000-4000-8000-00000000000c"));

    /** Each registration with its seat, and the place for which it waits. */
    static final String QUERY = """
            SELECT concat(uni, ' seat ', CASE
                WHEN former_enrollment = 'confirmed' THEN right(former_course_id::text, 1)
                WHEN enrollment = 'confirmed' THEN right(course_id::text, 1) ELSE '-' END,
                ' waits ', CASE WHEN waiting_since IS NOT NULL
                    THEN concat(right(course_id::text, 1), registration.place(r) ->> 'place') ELSE '-' END)
            FROM registration.registrations r WHERE enrollment <> 'requested' ORDER BY uni""";

    private static final int LIST = 2;

    /** What the number of a permit means; 0 is none. */
    private static final int BEYOND_CAPACITY = 1;

    private static final int OUTSIDE_DATES = 2;
    private static final int EXPIRED = 3;

    /** What somebody does; the number is a capacity, or says what a permit lifts, or 1 that the course closes. */
    record Step(Kind kind, int person, int course, int number) {
        enum Kind {
            REGISTER,
            MOVE,
            DROP,
            REQUEST_AGAIN,
            LIMIT,
            UNLIMIT,
            CLOSE,
            PERMIT
        }
    }

    /** The seat of a registration, and the list that it is on: courses, or -1. */
    private static final class Person {
        private int seat = -1;
        private int list = -1;
    }

    private final Map<Integer, Person> people = new TreeMap<>();
    private final Map<Integer, Integer> capacities = new HashMap<>();
    private final Set<Integer> closed = new HashSet<>();
    private final Map<List<Integer>, Integer> permits = new HashMap<>();
    private final List<List<Integer>> lists = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    /** Returns the SQL that does the same as a client. */
    List<String> take(Step step) {
        var sql = switch (step.kind()) {
            case REGISTER -> register(step.person(), step.course());
            case MOVE -> move(step.person(), step.course());
            case DROP -> drop(step.person());
            case REQUEST_AGAIN -> requestAgain(step.person());
            case LIMIT -> limit(step.course(), step.number());
            case UNLIMIT -> unlimit(step.course());
            case CLOSE -> close(step.course(), step.number() == 1);
            case PERMIT -> permit(step.person(), step.course(), step.number());
        };
        giveSeats();
        return sql;
    }

    private List<String> register(int person, int course) {
        if (people.containsKey(person)) {
            return List.of();
        }
        var insert =
                "INSERT INTO registration.registrations (uni, enrollment, course_id) VALUES ('p%s', 'pending', '%s')"
                        .formatted(person, COURSES.get(course));
        // A client that is told that the course is full has no registration afterwards.
        var withdrawal = "DELETE FROM registration.registrations WHERE enrollment = 'requested'";
        if (isClosed(person, course)) {
            return List.of(withdrawal, refused(insert));
        }
        people.put(person, new Person());
        if (!request(person, course)) {
            people.remove(person);
        }
        return List.of(withdrawal, insert);
    }

    private List<String> move(int person, int course) {
        var mover = people.get(person);
        if (mover == null || course == (mover.list >= 0 ? mover.list : mover.seat)) {
            return List.of();
        }
        var update = "UPDATE registration.registrations SET enrollment = 'pending', course_id = '%s' WHERE uni = 'p%s'"
                .formatted(COURSES.get(course), person);
        if (course != mover.seat && isClosed(person, course)) {
            return List.of(refused(update));
        }
        var formerList = mover.list;
        var formerPlace = formerList >= 0 ? lists.get(formerList).indexOf(person) : -1;
        leaveList(person);
        if (course != mover.seat && !request(person, course) && mover.seat < 0) {
            mover.list = formerList;
            lists.get(formerList).add(formerPlace, person);
        }
        return List.of(update);
    }

    private boolean isClosed(int person, int course) {
        return closed.contains(course) && !lifts(OUTSIDE_DATES, person, course);
    }

    private boolean lifts(int what, int person, int course) {
        return permits.getOrDefault(List.of(person, course), 0) == what;
    }

    /** SQL that fails unless a statement is refused because of the dates. */
    private static String refused(String sql) {
        return "DO $do$ BEGIN %s; RAISE 'not refused'; EXCEPTION WHEN SQLSTATE '23R01' THEN NULL; END $do$"
                .formatted(sql);
    }

    private List<String> drop(int person) {
        leaveList(person);
        people.remove(person);
        return List.of("DELETE FROM registration.registrations WHERE uni = 'p%s'".formatted(person));
    }

    private List<String> requestAgain(int person) {
        return people.containsKey(person)
                ? List.of("UPDATE registration.registrations SET enrollment = 'pending' WHERE uni = 'p%s'"
                        .formatted(person))
                : List.of();
    }

    private List<String> limit(int course, int capacity) {
        capacities.put(course, capacity);
        return List.of("""
                INSERT INTO registration.enrollment_limits (course_id, capacity, waitlist_capacity) VALUES ('%s', %s, %s)
                ON CONFLICT (course_id, course_term_id) DO UPDATE SET capacity = excluded.capacity""".formatted(COURSES.get(course), capacity, LIST));
    }

    private List<String> unlimit(int course) {
        capacities.remove(course);
        closed.remove(course);
        return List.of(
                "DELETE FROM registration.enrollment_limits WHERE course_id = '%s'".formatted(COURSES.get(course)));
    }

    private List<String> close(int course, boolean isClosed) {
        if (isClosed && capacities.containsKey(course)) {
            closed.add(course);
        } else {
            closed.remove(course);
        }
        return List.of("UPDATE registration.enrollment_limits SET closes_at = %s WHERE course_id = '%s'"
                .formatted(isClosed ? "'2026-01-01'" : "NULL", COURSES.get(course)));
    }

    private List<String> permit(int person, int course, int number) {
        permits.put(List.of(person, course), number);
        return List.of(
                "DELETE FROM registration.enrollment_permits WHERE uni = 'p%s' AND course_id = '%s'"
                        .formatted(person, COURSES.get(course)),
                """
                INSERT INTO registration.enrollment_permits (uni, course_id, reason, beyond_capacity, outside_dates, valid_until)
                SELECT 'p%1$s', '%2$s', 'reason', %3$s <> %5$s, %3$s <> %4$s, CASE %3$s WHEN %6$s THEN now() - interval '1 s' END
                WHERE %3$s > 0""".formatted(person, COURSES.get(course), number, BEYOND_CAPACITY, OUTSIDE_DATES, EXPIRED));
    }

    /** Returns false if there is neither a seat nor a place. */
    private boolean request(int person, int course) {
        var list = lists.get(course);
        if (lifts(BEYOND_CAPACITY, person, course) || (list.isEmpty() && free(course) > 0)) {
            people.get(person).seat = course;
            return true;
        }
        if (list.size() >= LIST) {
            return false;
        }
        list.add(person);
        people.get(person).list = course;
        return true;
    }

    private int free(int course) {
        var taken =
                people.values().stream().filter(person -> person.seat == course).count();
        return Optional.ofNullable(capacities.get(course))
                .map(capacity -> capacity - (int) taken)
                .orElse(PEOPLE);
    }

    private void leaveList(int person) {
        var leaving = people.get(person);
        if (leaving != null && leaving.list >= 0) {
            lists.get(leaving.list).remove((Integer) person);
            leaving.list = -1;
        }
    }

    private void giveSeats() {
        for (var waiting : lists.stream().flatMap(List::stream).toList()) {
            if (lifts(BEYOND_CAPACITY, waiting, people.get(waiting).list)) {
                seat(waiting);
            }
        }
        for (var course = 0; course < lists.size(); course++) {
            if (!lists.get(course).isEmpty() && (free(course) > 0 || isExchange(course))) {
                giveSeat(course);
                giveSeats();
                return;
            }
        }
    }

    private void giveSeat(int course) {
        var first = lists.get(course).get(0);
        var former = people.get(first).seat;
        var isExchange = free(course) <= 0;
        seat(first);
        if (isExchange) {
            seat(lists.get(former).get(0));
        }
    }

    /** Gives somebody who waits the seat. */
    private void seat(int person) {
        var course = people.get(person).list;
        leaveList(person);
        people.get(person).seat = course;
    }

    private boolean isExchange(int course) {
        var wanted = people.get(lists.get(course).get(0)).seat;
        return wanted >= 0
                && !lists.get(wanted).isEmpty()
                && people.get(lists.get(wanted).get(0)).seat == course;
    }

    List<String> rows() {
        List<String> rows = new ArrayList<>();
        people.forEach((number, person) ->
                rows.add("p%s seat %s waits %s".formatted(number, name(person.seat), place(number))));
        return rows;
    }

    private String place(int number) {
        var list = people.get(number).list;
        return list < 0 ? "-" : name(list) + (lists.get(list).indexOf(number) + 1);
    }

    private static String name(int course) {
        return course < 0 ? "-" : "abc".substring(course, course + 1);
    }
}
