/** The base of every resource verticle: serves declared resource types on the event bus. */
package dev.registrar.resource;
