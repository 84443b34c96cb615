package dev.registrar.server.transfer;

import dev.registrar.server.transfer.ServiceClient.Retries;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Runs the commands {@code import} and {@code export}. */
public final class Transfer {
    private static final int UNEXPECTED = 1;

    private final Shell shell;
    private final Retries retries;
    private volatile Optional<Command> running = Optional.empty();

    /** What one of the commands does. */
    interface Command {
        ExitCode run(ServiceClient service) throws TransferException, InterruptedException;

        /** Says what to do when it ends too early; empty if there is nothing to do. */
        String remedy();
    }

    Transfer(Shell shell, Retries retries) {
        this.shell = shell;
        this.retries = retries;
    }

    /** Whether a command line begins with one of the commands. */
    public static boolean isMeant(String... arguments) {
        return arguments.length > 0 && Usage.of(arguments[0]).isPresent();
    }

    /** Runs the command, and ends the process. */
    public static void main(String... arguments) {
        // The resolver of the operating system knows networks that Vert.x does not.
        System.setProperty("vertx.disableDnsResolver", "true");
        var transfer = new Transfer(Shell.ofThisProcess(), Retries.DEFAULT);
        Runtime.getRuntime().addShutdownHook(new Thread(transfer::printRemedy, "interruption"));
        System.exit(transfer.run(arguments));
    }

    /** Returns the exit code. */
    int run(String... arguments) {
        try {
            return run(
                    Usage.of(arguments[0]).orElseThrow(),
                    Arrays.asList(arguments).subList(1, arguments.length));
        } catch (TransferException e) {
            shell.err().println(e.getMessage());
            printRemedy();
            return e.exitCode().number();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNEXPECTED;
        } finally {
            running = Optional.empty();
        }
    }

    private int run(Usage usage, List<String> words) throws TransferException, InterruptedException {
        var arguments = TransferArguments.parse(usage, words);
        if (arguments.wantsHelp()) {
            shell.print(usage.help());
            return ExitCode.DONE.number();
        }
        var command =
                usage.equals(Usage.IMPORT) ? new ImportCommand(shell, arguments) : new ExportCommand(shell, arguments);
        try (var service = new ServiceClient(Access.of(arguments, shell), retries)) {
            running = Optional.of(command);
            return command.run(service).number();
        }
    }

    private void printRemedy() {
        running.map(Command::remedy).filter(remedy -> !remedy.isEmpty()).ifPresent(shell.err()::println);
    }
}
