import { Worker } from 'node:worker_threads';
import { ConsoleError, type FieldFault } from '../../domain/console/console-error.ts';
import type { Persona } from '../../domain/persona.ts';
import { OperatorError } from '../../lib/errors.ts';

export type TextTask =
  | { readonly kind: 'read'; readonly text: string; readonly profileId: string }
  /** A persona as JSON, to be written as YAML. */
  | { readonly kind: 'write'; readonly json: string };

/** A persona as JSON, or its text; or why not, as one of two errors says it. */
export type TextAnswer =
  | { readonly text: string }
  | { readonly message: string; readonly fields: readonly FieldFault[] }
  | { readonly message: string; readonly faults: readonly string[] };

const limits = { seconds: 20, heapMb: 512, inLine: 8 };
const wayOut = 'Write it as JSON, which is read much faster, or bring it in parts by merging.';

let last: Promise<unknown> = Promise.resolve();
let inLine = 0;

/**
 * The persona in a text, YAML or JSON: by itself, or that of a profile in a workspace document. Read beside the thread that
 * serves everybody, one text at a time.
 * @throws ConsoleError `console_input_invalid` that names what does not fit, `console_too_many_attempts` when too many wait, OperatorError for what is neither YAML nor JSON
 */
export async function readPersonaText(text: string, profileId: string): Promise<Persona> {
  // The worker has just judged that it is one.
  return JSON.parse(await inTurn({ kind: 'read', text, profileId }));
}

/** The text of a persona; YAML is written beside the thread that serves everybody. @throws ConsoleError `console_too_many_attempts` when too many wait */
export async function writePersonaText(persona: Persona, format: 'yaml' | 'json'): Promise<string> {
  if (format === 'json') return `${JSON.stringify(persona, null, 2)}\n`;
  return inTurn({ kind: 'write', json: JSON.stringify(persona) });
}

async function inTurn(task: TextTask): Promise<string> {
  if (inLine >= limits.inLine) {
    const message = 'Several personas are being read or written just now. Wait a moment, then try again.';
    throw new ConsoleError('console_too_many_attempts', { message, retryAfterSeconds: 5 });
  }
  inLine += 1;
  const turn = last.then(() => work(task));
  last = turn.catch(() => undefined).finally(() => (inLine -= 1));
  const answer = await turn;
  if ('text' in answer) return answer.text;
  const { message } = answer;
  if ('faults' in answer) throw new OperatorError(message, answer.faults);
  throw new ConsoleError('console_input_invalid', { message, fields: answer.fields });
}

function work(task: TextTask): Promise<TextAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./persona-text-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    const tooMuch = (bound: string) => {
      const message = `This takes more than ${bound} to read or write. ${wayOut}`;
      resolve({ message, fields: [{ path: 'text', message }] });
    };
    const timer = setTimeout(() => {
      tooMuch(`${limits.seconds} seconds`);
      void worker.terminate();
    }, limits.seconds * 1_000);
    worker.once('message', resolve);
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooMuch(`${limits.heapMb} MB of memory`);
      else reject(error);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('the thread for personas ended without an answer'));
    });
  });
}
