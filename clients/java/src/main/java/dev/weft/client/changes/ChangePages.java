package dev.weft.client.changes;

import dev.weft.client.Caller;
import dev.weft.client.internal.Stop;
import dev.weft.client.internal.Stop.StoppedException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The log in pages, including empty ones, which arrive about every waitSeconds. A page is finished, and its end stored,
 * when the next one is requested. For one thread at a time, but {@link #close} may be called from any.
 */
public final class ChangePages implements Iterable<ChangePage>, Iterator<ChangePage>, AutoCloseable {
    private final Caller caller;
    private final Polling polling;
    private final Stop stop = new Stop();
    private final LogWalk walk;
    private KeptCursor cursor;
    private ChangePage handedOut;
    private ChangePage next;

    ChangePages(Caller caller, Polling polling) {
        this.caller = caller;
        this.polling = polling;
        this.walk = new LogWalk(caller, polling, stop);
    }

    /** Stores the end of the previous page, and waits for the next one. False if the poll is closed or at its end. */
    @Override
    public boolean hasNext() {
        try {
            finish();
            if (next == null && !stop.isStopped() && !walk.isAtEnd()) {
                cursor = cursor == null ? new KeptCursor(caller, polling, stop) : cursor;
                next = walk.next(cursor.start());
            }
            return next != null && !stop.isStopped();
        } catch (StoppedException closed) {
            return false;
        }
    }

    @Override
    public ChangePage next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The poll has ended.");
        }
        handedOut = next;
        next = null;
        return handedOut;
    }

    private void finish() {
        if (handedOut != null) {
            cursor.save(handedOut.coveredUntil());
            handedOut = null;
        }
    }

    /** Returns this: it can be iterated once. */
    @Override
    public Iterator<ChangePage> iterator() {
        return this;
    }

    /** Ends the poll, also for a thread that waits in it. The current page is not finished and is delivered again. */
    @Override
    public void close() {
        stop.stop();
    }
}
