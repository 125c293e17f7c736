package dev.weft.client.changes;

import dev.weft.client.Caller;
import dev.weft.client.internal.Stop;
import dev.weft.client.internal.Stop.StoppedException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.ArrayDeque;

/**
 * Every change, oldest first, at least once and normally exactly once:
 *
 * <pre>{@code
 * try (ChangePoll poll = weft.changes().poll(Polling.options().consumer("erp"))) {
 *     for (ChangeRecord record : poll) {
 *         …
 *     }
 * }
 * }</pre>
 *
 * <p>A record is finished when the next one is requested, and only finished records are stored. If the loop body ends
 * with {@code break} or an exception, its record is delivered again; with {@link #close} those before it are not. While
 * following, outages of the service are retried. For one thread at a time, but {@link #close} may be called from any,
 * and ends the loop.
 */
public final class ChangePoll implements Iterable<ChangeRecord>, Iterator<ChangeRecord>, AutoCloseable {
    private final Caller caller;
    private final Polling polling;
    private final Stop stop = new Stop();
    private final LogWalk walk;
    private final Queue<ChangeRecord> records = new ArrayDeque<>();
    private KeptCursor cursor;
    private ChangePage page;
    private ChangeRecord handedOut;
    /** The cursor of the last record that is finished and not stored. */
    private String finished;

    ChangePoll(Caller caller, Polling polling) {
        this.caller = caller;
        this.polling = polling;
        this.walk = new LogWalk(caller, polling, stop);
    }

    /**
     * Finishes the previous record, and waits for the next one.
     *
     * @return false if the poll is closed, or does not follow and is at its end
     * @throws dev.weft.client.GoneException if the log no longer reaches back to the cursor; the extension
     *     {@code oldestCursor} of its problem is the oldest one available
     */
    @Override
    public boolean hasNext() {
        try {
            finish();
            while (records.isEmpty() && !stop.isStopped()) {
                storePage();
                if (walk.isAtEnd()) {
                    return false;
                }
                turnPage();
            }
        } catch (StoppedException closed) {
            // Reported below.
        }
        if (stop.isStopped()) {
            storeFinished();
            return false;
        }
        return true;
    }

    @Override
    public ChangeRecord next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The poll has ended.");
        }
        synchronized (this) {
            handedOut = records.poll();
            return handedOut;
        }
    }

    /** Returns this: it can be iterated once. */
    @Override
    public Iterator<ChangeRecord> iterator() {
        return this;
    }

    /**
     * Ends the poll, also for a thread that waits in it, and stores the finished records. The current record is not
     * finished.
     *
     * @throws dev.weft.client.ApiException if the service stores the cursor and cannot be reached: records finished
     *     since the last page are then delivered again
     */
    @Override
    public void close() {
        stop.stop();
        storeFinished();
    }

    private synchronized void finish() {
        if (handedOut != null) {
            finished = handedOut.id();
            handedOut = null;
        }
    }

    /** Also without records: the position has advanced, and an old cursor would expire. */
    private void storePage() {
        if (page != null) {
            cursor.save(page.coveredUntil());
            synchronized (this) {
                page = null;
                finished = null;
            }
        }
    }

    private void turnPage() {
        if (cursor == null) {
            KeptCursor opened = new KeptCursor(caller, polling, stop);
            synchronized (this) {
                cursor = opened;
            }
        }
        ChangePage turned = walk.next(cursor.start());
        synchronized (this) {
            page = turned;
            records.addAll(turned.records());
        }
    }

    private synchronized void storeFinished() {
        if (finished != null) {
            String place = finished;
            finished = null;
            cursor.saveOnLeaving(place);
        }
    }
}
