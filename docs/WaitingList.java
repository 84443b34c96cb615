package org.example;

import dev.registrar.events.following.EventFollower;
import dev.registrar.events.following.EventHandler;
import dev.registrar.events.following.PositionStore;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.file.CopyOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

public class WaitingList extends AbstractVerticle implements EventHandler, PositionStore {
  private static final JsonObject CALLER = new JsonObject("""
      { "name": "waiting list", "scopes": ["read", "update"], "unbound": true }""");
  private static final JsonObject CONFIRM = new JsonObject("""
      { "decision": "confirm" }""");
  private static final JsonObject LATER = new JsonObject("""
      { "decision": "later", "reason": "The course is full. You are on the waiting list.", "retry_after": 86400 }""");

  /** By course: its registrations in order. The first ones have the seats, the others wait. */
  private JsonObject courses = new JsonObject();

  /** By registration: the course to which it returns if a change that is pending is abandoned. */
  private JsonObject homes = new JsonObject();

  private EventFollower follower;
  private Future<?> lastTurn = Future.succeededFuture();
  private boolean isDeciding;

  @Override
  public void start() {
    follower = EventFollower.of("registration").types("registrations").start(vertx, this, this);
  }

  @Override
  public void stop(Promise<Void> stopped) {
    follower.stop().onComplete(stopped);
  }

  /** Reads all registrations; their changes from now on arrive as events. */
  @Override
  public Future<Void> startAnew() {
    return begin(new JsonObject(), new JsonObject(), "confirmed,pending");
  }

  /** Continues with these places, and places behind them for the registrations that have none yet. */
  private Future<Void> begin(JsonObject knownCourses, JsonObject knownHomes, String enrollments) {
    return inTurn(() -> readAll(enrollments).<Void>map(read -> {
      courses = knownCourses;
      homes = knownHomes;
      read.stream().sorted(Comparator.comparing(WaitingList::isPending)).forEach(this::place);
      return null;
    })).onSuccess(placed -> startDeciding());
  }

  /**
   * Whatever needs the present state of a registration reads it, one after the other: a turn that had read an earlier
   * state could otherwise take away the place that a later one has given.
   */
  private <T> Future<T> inTurn(Supplier<Future<T>> turn) {
    Future<T> result = lastTurn.transform(before -> turn.get());
    lastTurn = result;
    return result;
  }

  private Future<List<JsonObject>> readAll(String enrollments) {
    var read = new ArrayList<JsonObject>();
    var firstPage = new JsonObject()
        .put("filter[enrollment]", enrollments)
        .put("page[size]", "100")
        .put("page[after]", "");
    return readPages(firstPage, read).map(read);
  }

  private Future<Void> readPages(JsonObject query, List<JsonObject> read) {
    var list = new DeliveryOptions().addHeader("action", "list");
    return request(list, new JsonObject().put("query", query)).compose(page -> {
      page.getJsonArray("data").forEach(registration -> read.add((JsonObject) registration));
      var next = page.getJsonObject("links").getString("next");
      return next == null ? Future.succeededFuture() : readPages(queryOf(next), read);
    });
  }

  private static JsonObject queryOf(String url) {
    return new JsonObject(Map.copyOf(new QueryStringDecoder(url).parameters()));
  }

  /** Reads a registration; empty if it has been deleted. */
  private Future<Optional<JsonObject>> read(String registration) {
    var get = new DeliveryOptions().addHeader("action", "get").addHeader("id", registration);
    return request(get, new JsonObject())
        .map(document -> Optional.of(document.getJsonObject("data")))
        .recover(failure -> failure instanceof ReplyException error && error.failureCode() == 404
            ? Future.succeededFuture(Optional.empty())
            : Future.failedFuture(failure));
  }

  private Future<JsonObject> request(DeliveryOptions action, JsonObject envelope) {
    return vertx.eventBus()
        .<Buffer>request("registrar.registrations", envelope.put("caller", CALLER), action.setSendTimeout(3_000))
        .map(reply -> reply.body().toJsonObject());
  }

  private void startDeciding() {
    if (!isDeciding) {
      vertx.eventBus().consumer("registrar.enrollment.decide", this::decide);
      isDeciding = true;
    }
  }

  private void decide(Message<JsonObject> question) {
    var course = question.body().getString("course");
    inTurn(() -> read(question.body().getString("registration")))
        .onSuccess(registration -> question.reply(registration.map(asked -> decision(asked, course)).orElse(LATER)))
        .onFailure(failure -> question.fail(1, failure.getMessage()));
  }

  /** If the registration has been changed since the question was sent, the service ignores the decision. */
  private JsonObject decision(JsonObject registration, String course) {
    var isCurrent = isPending(registration) && courseOf(registration).equals(course);
    return isCurrent && place(registration) < seats() ? CONFIRM : LATER;
  }

  private int seats() {
    return config().getInteger("seats");
  }

  /** The place of a registration in its course, from 0; a new one gets the last place. */
  private int place(JsonObject registration) {
    var id = registration.getString("id");
    var course = courseOf(registration);
    if (!isPending(registration) || !homes.containsKey(id)) {
      homes.put(id, course);
    }
    if (!courses.containsKey(course)) {
      courses.put(course, new JsonArray());
    }
    var queue = courses.getJsonArray(course);
    if (!queue.contains(id)) {
      queue.add(id);
    }
    return queue.getList().indexOf(id);
  }

  private static String courseOf(JsonObject registration) {
    return registration.getJsonObject("relationships").getJsonObject("courses").getJsonObject("data").getString("id");
  }

  private static boolean isPending(JsonObject registration) {
    return registration.getJsonObject("attributes").getString("enrollment").equals("pending");
  }

  private static boolean isUnchanged(JsonObject then, JsonObject now) {
    return then.getJsonObject("attributes").equals(now.getJsonObject("attributes")) && courseOf(then).equals(courseOf(now));
  }

  @Override
  public Future<Void> handle(List<JsonObject> events) {
    return Future.all(events.stream().map(this::handle).toList()).mapEmpty();
  }

  private Future<Void> handle(JsonObject event) {
    var then = event.getJsonObject("data").getJsonObject("data");
    return inTurn(() -> read(then.getString("id")).map(now -> {
      now.ifPresentOrElse(present -> update(then, present), () -> remove(then.getString("id")));
      return null;
    }));
  }

  /** Leaves the courses that a registration has left, unless it has been changed since the event: then another one follows. */
  private void update(JsonObject then, JsonObject now) {
    place(then);
    if (isUnchanged(then, now)) {
      var id = now.getString("id");
      leaveAllExcept(List.of(courseOf(now), homes.getString(id)), id);
    }
  }

  private void remove(String registration) {
    homes.remove(registration);
    leaveAllExcept(List.of(), registration);
  }

  private void leaveAllExcept(List<String> kept, String registration) {
    courses.fieldNames().stream()
        .filter(course -> !kept.contains(course))
        .forEach(course -> leave(registration, courses.getJsonArray(course)));
  }

  private void leave(String registration, JsonArray queue) {
    var place = queue.getList().indexOf(registration);
    queue.remove(registration);
    if (0 <= place && place < seats() && queue.size() >= seats()) {
      requestAgain(queue.getString(seats() - 1));
    }
  }

  /** If this fails, the service asks again after a day. */
  private void requestAgain(String registration) {
    var update = new DeliveryOptions()
        .addHeader("action", "update").addHeader("id", registration).addHeader("prefer", "respond-async");
    var resource = new JsonObject("""
        { "type": "registrations", "attributes": { "enrollment": "requested" } }""").put("id", registration);
    request(update, new JsonObject().put("document", new JsonObject().put("data", resource)))
        .onFailure(failure -> System.err.println(failure.getMessage()));
  }

  /** The file has the places and the position of the last event in them, so that neither is ever without the other. */
  @Override
  public Future<Void> store(String position) {
    var stored = new JsonObject().put("position", position).put("courses", courses).put("homes", homes);
    return vertx.fileSystem()
        .writeFile(file() + ".new", stored.toBuffer())
        .compose(written -> vertx.fileSystem()
            .move(file() + ".new", file(), new CopyOptions().setReplaceExisting(true)));
  }

  @Override
  public Future<Optional<String>> load() {
    return vertx.fileSystem().exists(file()).compose(exists -> exists
        ? vertx.fileSystem().readFile(file()).map(Buffer::toJsonObject).compose(this::restore)
        : Future.succeededFuture(Optional.empty()));
  }

  /** A list that was killed may have given seats that are not in its file. */
  private Future<Optional<String>> restore(JsonObject stored) {
    return begin(stored.getJsonObject("courses"), stored.getJsonObject("homes"), "confirmed")
        .map(begun -> Optional.of(stored.getString("position")));
  }

  private String file() {
    return config().getString("file");
  }
}
