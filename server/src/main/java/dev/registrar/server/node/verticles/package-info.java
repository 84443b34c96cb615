/** Custom verticles that the configuration names, which run in this process beside those of the service. */
package dev.registrar.server.node.verticles;
