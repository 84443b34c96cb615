/** How much work may be in progress at once: what exceeds a limit is rejected or waits for its turn. */
package dev.registrar.platform.concurrency;
