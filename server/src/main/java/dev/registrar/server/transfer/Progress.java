package dev.registrar.server.transfer;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarStyle;

/** How far a transfer is: a bar with rate and remaining time on a terminal, otherwise one line at its end. */
final class Progress implements AutoCloseable {
    /** A narrow terminal; asking for the real width would need native code. */
    private static final int WIDTH = 79;

    private final PrintStream err;
    private final String task;
    private final Unit unit;
    private final Optional<ProgressBar> bar;
    private final AtomicLong current = new AtomicLong();
    private final long start = System.nanoTime();

    /** What is counted. */
    enum Unit {
        MEGABYTES(" MB", 1_000_000),
        ROWS(" rows", 1);

        private final String name;
        private final long size;

        Unit(String name, long size) {
            this.name = name;
            this.size = size;
        }
    }

    /** Begins a task; its total is not known if it is negative. */
    Progress(Shell shell, String task, Unit unit, long total) {
        err = shell.err();
        this.task = task;
        this.unit = unit;
        bar = shell.terminal()
                .map(watched -> ProgressBar.builder()
                        .setTaskName(task)
                        .setUnit(unit.name, unit.size)
                        .setInitialMax(total)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setConsumer(new ConsoleProgressBarConsumer(err, WIDTH))
                        .showSpeed()
                        .build());
    }

    long current() {
        return current.get();
    }

    void stepTo(long step) {
        current.set(step);
        bar.ifPresent(shown -> shown.stepTo(step));
    }

    void stepBy(long steps) {
        stepTo(current() + steps);
    }

    void expect(long total) {
        bar.ifPresent(shown -> shown.maxHint(total));
    }

    /** Says why it does not go on for a while. */
    void explain(String pause) {
        bar.ifPresentOrElse(shown -> shown.setExtraMessage(pause), () -> err.println(pause));
    }

    /** Says what has been done; a bar says it already. */
    void finish() {
        if (bar.isEmpty()) {
            var seconds = (System.nanoTime() - start) / 1e9;
            err.println(String.format(
                    Locale.ROOT,
                    unit == Unit.ROWS ? "%s: %,.0f%s in %.1f s" : "%s: %,.1f%s in %.1f s",
                    task,
                    (double) current() / unit.size,
                    unit.name,
                    seconds));
        }
    }

    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
