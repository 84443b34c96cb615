/** The OpenAPI contract, which defines the routes and their methods. */
package dev.registrar.gateway.contract;
