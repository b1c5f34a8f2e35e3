/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import dev.gretlab.runner.judge.Judgement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Records verdicts. What comes while a call is under way goes together with the next one: a
 * database that is busy is asked less often, and an idle one at once.
 */
public final class Completions {

    // each may carry some MiB of output
    private static final int MOST_AT_ONCE = 8;

    private record Waiting(Queue.Completion completion, CompletableFuture<Boolean> recorded) {

        UUID runnerId() {
            return completion.job().runnerId();
        }
    }

    private final Queue queue;
    private final String isolation;
    private final ReentrantLock turn = new ReentrantLock(true);
    private final List<Waiting> waiting = new ArrayList<>(); // guarded by itself

    public Completions(Queue queue, String isolation) {
        this.queue = queue;
        this.isolation = isolation;
    }

    /** Records a verdict, or learns that the lease is lost. QueueRefused: see {@link Queue}. */
    public void complete(ClaimedJob job, Judgement judgement)
            throws DatabaseAway, LeaseLost, InterruptedException {
        Waiting mine = new Waiting(new Queue.Completion(job, judgement), new CompletableFuture<>());
        synchronized (waiting) {
            waiting.add(mine);
        }
        turn.lockInterruptibly();
        try {
            while (!mine.recorded().isDone()) {
                record(next());
            }
        } finally {
            turn.unlock();
        }
        if (!recorded(mine)) {
            throw new LeaseLost();
        }
    }

    /** How many wait for the call that is under way. */
    int waiting() {
        synchronized (waiting) {
            return waiting.size();
        }
    }

    /** The first that waits and those that can go with it. */
    private List<Waiting> next() {
        List<Waiting> batch = new ArrayList<>();
        synchronized (waiting) {
            Iterator<Waiting> each = waiting.iterator();
            while (each.hasNext() && batch.size() < MOST_AT_ONCE) {
                Waiting one = each.next();
                if (batch.isEmpty() || one.runnerId().equals(batch.getFirst().runnerId())) {
                    batch.add(one);
                    each.remove();
                }
            }
        }
        return batch;
    }

    private void record(List<Waiting> batch) {
        try {
            Set<UUID> recorded =
                    queue.complete(
                            batch.getFirst().runnerId(),
                            batch.stream().map(Waiting::completion).toList(),
                            isolation);
            for (Waiting one : batch) {
                one.recorded().complete(recorded.contains(one.completion().job().token()));
            }
        } catch (QueueRefused e) {
            if (batch.size() > 1) {
                // one of them is at fault, and the others shall not suffer for it
                batch.forEach(one -> record(List.of(one)));
            } else {
                batch.getFirst().recorded().completeExceptionally(e);
            }
        } catch (DatabaseAway | RuntimeException e) {
            batch.forEach(one -> one.recorded().completeExceptionally(e));
        }
    }

    private static boolean recorded(Waiting mine) throws DatabaseAway, InterruptedException {
        try {
            return mine.recorded().get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case DatabaseAway away -> throw away;
                case RuntimeException refused -> throw refused;
                case null, default -> throw new CompletionException(e.getCause());
            }
        }
    }
}
