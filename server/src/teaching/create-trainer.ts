import { Worker } from 'node:worker_threads';
import type { Persona } from '../domain/persona.ts';
import type { TrainedClassifier } from '../drafting/answer/train-classifier.ts';
import { createPlaces } from '../lib/turns/places.ts';
import type { TrainingProgress } from './train-persona.ts';
import type { TrainingNews } from './training-thread.ts';

/** Training failed, so there is no classifier. `reason` contains no text from the persona. */
export class TrainingFailed extends Error {
  override name = 'TrainingFailed';
  readonly reason: string;
  constructor(reason: string) {
    super(`The classifier could not be trained: ${reason}.`);
    this.reason = reason;
  }
}

/** Training stopped because the process is stopping. This need not be reported. */
export class TrainingStopped extends TrainingFailed {
  override name = 'TrainingStopped';
}

/** Trains a persona's classifier. @throws TrainingFailed */
export type Train = (persona: Persona, progress?: TrainingProgress) => Promise<TrainedClassifier>;

export interface Trainer {
  /**
   * Runs `work` when it is the workspace's turn. Only one call's work runs at a time, and workspaces take turns, so a
   * workspace with a lot of training delays mainly itself.
   * @throws TrainingStopped after `close`, and any error of `work`
   */
  inTurn<Result>(workspaceId: string, work: (train: Train) => Promise<Result>): Promise<Result>;
  /** Ends the current training and cancels all waiting training. Idempotent. */
  close(): Promise<void>;
}

interface TrainerLimits {
  readonly idleMs: number;
  /** The time limit for one training. A profile with 20,000 phrases takes about a minute on one core. */
  readonly longestMs: number;
  readonly heapMb: number;
}

const limits: TrainerLimits = { idleMs: 10_000, longestMs: 600_000, heapMb: 1_024 };

interface Resting {
  readonly thread: Worker;
  readonly heapMb: number;
  readonly timer: NodeJS.Timeout;
}

/** The idle thread of a process. Every trainer may take it, because starting a thread takes 200 ms of CPU time. */
let resting: Resting | null = null;

/**
 * Creates a trainer with one separate thread, which starts with the first training. After `idleMs` without training by
 * any trainer, the thread ends. If the thread crashes, the current training fails, and the next training gets a new
 * thread.
 */
export function createTrainer(own: Partial<TrainerLimits> = {}): Trainer {
  const { idleMs, longestMs, heapMb } = { ...limits, ...own };
  const turns = createPlaces({ total: 1 });
  const closing = new AbortController();
  let working: Worker | null = null;

  function wake(): Worker {
    if (resting?.heapMb === heapMb) {
      const { thread, timer } = resting;
      resting = null;
      clearTimeout(timer);
      thread.ref();
      return thread;
    }
    const thread = new Worker(new URL('./training-thread.ts', import.meta.url), {
      name: 'training',
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // Without this listener, a crash of the idle thread would end the process.
    thread.on('error', () => {});
    thread.once('exit', () => {
      if (resting?.thread !== thread) return;
      clearTimeout(resting.timer);
      resting = null;
    });
    return thread;
  }

  /** Keeps one idle thread for `idleMs`. It does not keep the process alive. */
  function rest(thread: Worker): void {
    if (resting !== null) {
      void thread.terminate();
      return;
    }
    thread.unref();
    const timer = setTimeout(() => {
      resting = null;
      void thread.terminate();
    }, idleMs);
    timer.unref();
    resting = { thread, heapMb, timer };
  }

  function train(persona: Persona, progress: TrainingProgress = () => {}): Promise<TrainedClassifier> {
    return new Promise((resolve, reject) => {
      closing.signal.throwIfAborted();
      const thread = wake();
      working = thread;
      let failure = 'its thread ended';
      const late = setTimeout(() => {
        failure = `it took more than ${longestMs / 1_000} seconds`;
        void thread.terminate();
      }, longestMs);
      const end = () => {
        clearTimeout(late);
        thread.off('message', hear).off('error', crashed).off('exit', ended);
        working = null;
      };
      const hear = (news: TrainingNews) => {
        if ('done' in news) return progress(news.done, news.of);
        end();
        rest(thread);
        resolve(news);
      };
      const crashed = (error: Error & { code?: string }) => {
        failure = `its thread crashed (${error.code ?? error.name})`;
      };
      const ended = () => {
        end();
        reject(closing.signal.aborted ? closing.signal.reason : new TrainingFailed(failure));
      };
      thread.on('message', hear).on('error', crashed).on('exit', ended);
      thread.postMessage(JSON.stringify(persona));
    });
  }

  return {
    async inTurn(workspaceId, work) {
      closing.signal.throwIfAborted();
      const leave = await turns.take(workspaceId, closing.signal);
      try {
        return await work(train);
      } finally {
        leave();
      }
    },
    async close() {
      if (!closing.signal.aborted) closing.abort(new TrainingStopped('the process is stopping'));
      await working?.terminate();
    },
  };
}
