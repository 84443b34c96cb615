/**
 * Reading resources from PostgreSQL with their included resources, and changing them under the request's preconditions.
 */
package dev.registrar.resource.store;
