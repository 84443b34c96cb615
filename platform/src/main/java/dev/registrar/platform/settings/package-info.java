/** Typed settings, read from the configuration and checked once, when a verticle starts. */
package dev.registrar.platform.settings;
