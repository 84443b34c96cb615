/** The enrollment process: workers claim pending registrations from the queue, ask for decisions and store them. */
package dev.registrar.registration.enrollment;
