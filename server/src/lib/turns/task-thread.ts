import { parentPort, Worker } from 'node:worker_threads';

export interface TaskThreadSettings {
  /** The module that the thread runs. It must call `answerTasks`. */
  readonly script: URL;
  readonly heapMb: number;
  /** How long a task may take before its thread is terminated. */
  readonly answerMs: number;
  /** How long an idle thread is kept. */
  readonly idleMs: number;
}

export interface TaskThread<Task, Answer> {
  /** Resolves to null if the thread died during the task or took too long. Tasks run one at a time, in order. */
  ask(task: Task): Promise<Answer | null>;
  /** Returns the number of tasks without an answer. */
  waiting(): number;
}

/**
 * Creates a thread for tasks that would delay requests. It starts with the first task, ends after a period without
 * tasks, and does not keep the process alive while it is idle. A thread that dies or takes too long is replaced for the
 * next task.
 */
export function createTaskThread<Task, Answer>(settings: TaskThreadSettings): TaskThread<Task, Answer> {
  const { script, heapMb, answerMs, idleMs } = settings;
  const queue: { readonly task: Task; resolve(answer: Answer | null): void }[] = [];
  let worker: Worker | null = null;
  let late: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  function next(): void {
    clearTimeout(late);
    clearTimeout(idle);
    const [first] = queue;
    if (first === undefined) {
      rest();
      return;
    }
    const thread = ensureStarted();
    thread.ref();
    late = setTimeout(() => end(thread), answerMs);
    thread.postMessage(first.task);
  }

  function ensureStarted(): Worker {
    if (worker !== null) return worker;
    const started = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    worker = started;
    started.on('message', (answer: Answer) => {
      if (worker === started) settle(answer);
    });
    started.on('error', () => end(started));
    started.on('exit', () => end(started));
    return started;
  }

  function settle(answer: Answer | null): void {
    const settled = queue.shift();
    next();
    settled?.resolve(answer);
  }

  function rest(): void {
    const thread = worker;
    if (thread === null) return;
    thread.unref();
    idle = setTimeout(() => end(thread), idleMs);
    idle.unref();
  }

  function end(thread: Worker): void {
    if (worker !== thread) return;
    worker = null;
    void thread.terminate();
    if (queue.length > 0) settle(null);
  }

  return {
    ask: (task) =>
      new Promise((resolve) => {
        queue.push({ task, resolve });
        if (queue.length === 1) next();
      }),
    waiting: () => queue.length,
  };
}

/** Answers each task with the result of `work`. Call this function in the thread. */
export function answerTasks<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await work(task)));
}
