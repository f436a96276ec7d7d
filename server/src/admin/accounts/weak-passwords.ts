import { ConsoleError } from '../../domain/console/console-error.ts';
import { createTaskThread } from '../../lib/turns/task-thread.ts';

import type { WeighedPassword, WeighPassword } from './weigh-password.ts';

/**
 * The dictionaries take 80 MB of memory and a second to load. The thread that loads them ends after 30 s without a
 * check.
 */
const limits = { characters: 40, waiting: 32, answerMs: 10_000, idleMs: 30_000 };

const thread = createTaskThread<WeighPassword, WeighedPassword>({
  script: new URL('./password-worker.ts', import.meta.url),
  heapMb: 256,
  answerMs: limits.answerMs,
  idleMs: limits.idleMs,
});

/**
 * Rejects a new password that is easy to guess. Only the password's first 40 characters are checked. `field` is the
 * password's path in the form. `about` contains what an attacker may know about the person, such as the address and the
 * name. Accepts a password whose check takes longer than 10 s.
 * @throws ConsoleError `console_input_invalid` with a hint, or `console_too_many_attempts` when 32 other checks are
 * waiting
 */
export async function refuseWeakPassword(password: string, field: string, about: readonly string[]): Promise<void> {
  const start = password.normalize('NFC').slice(0, limits.characters);
  const weakness = await weaknessOf(start, ['understudy', ...wordsOf(about)]);
  if (weakness === null) return;
  const reason = ['This password is easy to guess.', weakness].filter((part) => part !== '').join(' ');
  const message = `${reason} Use four unrelated words, or let a password manager generate one.`;
  throw new ConsoleError('console_input_invalid', { message, fields: [{ path: field, message }] });
}

async function weaknessOf(password: string, ownWords: readonly string[]): Promise<string | null> {
  if (thread.waiting() >= limits.waiting) {
    const message = 'Too many people are setting passwords right now. Wait a moment, then try again.';
    throw new ConsoleError('console_too_many_attempts', { message, retryAfterSeconds: 5 });
  }
  // A password that cannot be checked is accepted, because a check against guessing must not lock people out.
  return (await thread.ask({ password, ownWords }))?.weakness ?? null;
}

const notOfWords = /[^\p{L}\p{N}]+/gu;

/**
 * Returns each text in three forms: unchanged, split into words, and with the words joined without separators, because
 * people append numbers to their names.
 */
function wordsOf(about: readonly string[]): string[] {
  const words = about.flatMap((text) => [text, ...text.split(notOfWords), text.replaceAll(notOfWords, '')]);
  return [...new Set(words.map((word) => word.toLowerCase()).filter((word) => word.length > 2))];
}
