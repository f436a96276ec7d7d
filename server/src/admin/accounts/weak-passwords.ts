import { Worker } from 'node:worker_threads';
import { ConsoleError } from '../../domain/console/console-error.ts';

import type { WeighedPassword, WeighPassword } from './weigh-password.ts';

/** The dictionaries take 80 MB and a second to load, so their thread ends when it has not been needed for a while. */
const limits = { characters: 40, waiting: 32, answerMs: 10_000, idleMs: 30_000 };

interface Waiting {
  answer(weakness: string | null): void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let lastNumber = 0;
let idle: NodeJS.Timeout | undefined;

/**
 * Refuses a new password that is easy to guess, judged by its first 40 characters. `field` is its path in the form.
 * `about` is what an attacker knows of the person, such as the address and the name. A password that takes longer than
 * 10 s to judge passes.
 * @throws ConsoleError `console_input_invalid` with a hint, `console_too_many_attempts` when 32 others wait
 */
export async function refuseWeakPassword(password: string, field: string, about: readonly string[]): Promise<void> {
  const start = password.normalize('NFC').slice(0, limits.characters);
  const weakness = await weaknessOf(start, ['understudy', ...wordsOf(about)]);
  if (weakness === null) return;
  const reason = ['This password is easy to guess.', weakness].filter((part) => part !== '').join(' ');
  const message = `${reason} Use four words that have nothing to do with each other, or let a password manager make one.`;
  throw new ConsoleError('console_input_invalid', { message, fields: [{ path: field, message }] });
}

function weaknessOf(password: string, ownWords: readonly string[]): Promise<string | null> {
  if (waiting.size >= limits.waiting) {
    const message = 'Many passwords are being set just now. Wait a moment, then try again.';
    throw new ConsoleError('console_too_many_attempts', { message, retryAfterSeconds: 5 });
  }
  clearTimeout(idle);
  lastNumber += 1;
  const number = lastNumber;
  const thread = ensureStarted();
  thread.ref();
  return new Promise((resolve) => {
    // A password that cannot be judged is accepted, because a check against guessing must not lock people out.
    const late = setTimeout(() => end(thread), limits.answerMs);
    waiting.set(number, {
      answer(weakness) {
        waiting.delete(number);
        clearTimeout(late);
        if (waiting.size === 0) rest();
        resolve(weakness);
      },
    });
    thread.postMessage({ number, password, ownWords } satisfies WeighPassword);
  });
}

function ensureStarted(): Worker {
  if (worker !== null) return worker;
  const started = new Worker(new URL('./password-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  worker = started;
  started.on('message', ({ number, weakness }: WeighedPassword) => waiting.get(number)?.answer(weakness));
  started.on('error', () => end(started));
  started.on('exit', () => end(started));
  return started;
}

/** An idle thread does not keep the process from ending. */
function rest(): void {
  const thread = worker;
  thread?.unref();
  idle = setTimeout(() => {
    if (thread !== null) end(thread);
  }, limits.idleMs);
  idle.unref();
}

function end(thread: Worker): void {
  if (worker !== thread) return;
  worker = null;
  void thread.terminate();
  for (const each of [...waiting.values()]) each.answer(null);
}

const notOfWords = /[^\p{L}\p{N}]+/gu;

/** As a whole, in parts, and joined, because people put their name before a number. */
function wordsOf(about: readonly string[]): string[] {
  const words = about.flatMap((text) => [text, ...text.split(notOfWords), text.replaceAll(notOfWords, '')]);
  return [...new Set(words.map((word) => word.toLowerCase()).filter((word) => word.length > 2))];
}
