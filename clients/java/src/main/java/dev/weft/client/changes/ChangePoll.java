package dev.weft.client.changes;

import dev.weft.client.Caller;
import dev.weft.client.internal.Stop;
import dev.weft.client.internal.Stop.StoppedException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.ArrayDeque;

/**
 * Every change, oldest first, each at least once and normally just once:
 *
 * <pre>{@code
 * try (ChangePoll poll = weft.changes().poll(Polling.everything().consumer("erp"))) {
 *     for (ChangeRecord record : poll) {
 *         …
 *     }
 * }
 * }</pre>
 *
 * <p>A record is finished when the next one is asked for, and only what is finished is stored; a record whose loop body
 * is left by {@code break} or an exception comes again, and with {@link #close} those before it do not. While it
 * follows, outages of the service are waited out. For one thread at a time, but {@link #close} may be called from any,
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
    /** Of the last record that is finished and not stored. */
    private String finished;

    ChangePoll(Caller caller, Polling polling) {
        this.caller = caller;
        this.polling = polling;
        this.walk = new LogWalk(caller, polling, stop);
    }

    /**
     * Takes the record before as finished, and waits for the next.
     *
     * @return false when the poll is closed, or was not to follow and is at its end
     * @throws dev.weft.client.GoneException when the log no longer reaches back to the cursor; {@code oldestCursor}
     *     among the extensions of its problem tells how far it does
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
            // Told below.
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

    /** Itself: it can be walked once. */
    @Override
    public Iterator<ChangeRecord> iterator() {
        return this;
    }

    /**
     * Ends the poll, also for a thread that waits in it, and stores what is finished. The record at hand is not.
     *
     * @throws dev.weft.client.ApiException when the service keeps the cursor and cannot be reached: what was finished
     *     since the last page comes again then
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

    /** Also when there were no records: the place has moved on, and a cursor that stands still becomes too old. */
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
