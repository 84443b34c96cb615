/**
 * Following the events of a source without a gap, for any verticle: {@code EventFollower} does everything,
 * {@code EventSource} sends single requests.
 */
package dev.registrar.events.following;
