/** Registrations of the sample catalogue. Only the development launcher and tests use this package. */
package dev.registrar.registration.development;
