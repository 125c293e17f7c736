package dev.weft.client.tasks;

import dev.weft.client.Weft;
import dev.weft.client.testing.FaultyProxy;
import dev.weft.client.testing.SharedService;
import dev.weft.client.testing.WeftService;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** For tests of workers: tasks, and workers behind an unreliable network. */
@ExtendWith(SharedService.class)
abstract class WorkerWorld {
    final List<TaskWorker> workers = new ArrayList<>();
    final List<Throwable> errors = new CopyOnWriteArrayList<>();
    WeftService service;
    FaultyProxy proxy;
    TaskWorld world;
    Weft far;

    @BeforeEach
    void begin(WeftService shared) {
        service = shared;
        proxy = new FaultyProxy(service.baseUrl());
        world = new TaskWorld(service.weft());
        far = service.builder(proxy.baseUrl()).build();
    }

    @AfterEach
    void end() {
        proxy.judge(call -> null);
        workers.forEach(TaskWorker::abort);
        workers.forEach(TaskWorker::stop);
        proxy.close();
    }

    /** Through the proxy. */
    TaskWorker start(TaskHandler handler, WorkerOptions options) {
        TaskWorker worker = far.worker("external", handler, options.onError((error, task) -> errors.add(error)));
        workers.add(worker);
        return worker;
    }
}
