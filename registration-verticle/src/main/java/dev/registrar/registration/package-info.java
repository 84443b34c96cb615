/** Registrations of people for courses; the enrollment worker completes them. */
package dev.registrar.registration;
