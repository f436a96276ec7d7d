import { Worker } from 'node:worker_threads';
import { ConsoleError } from '../../domain/console/console-error.ts';
import type { Persona } from '../../domain/persona.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createPlaces } from '../../lib/turns/places.ts';
import type { TextAnswer, TextTask } from './persona-text-task.ts';

/** How many texts may wait in the queue, including the one in progress. */
const limits = { ofWorkspace: 3, ofAll: 24 };

/** The limits on time and memory for one text. */
interface TextBounds {
  readonly seconds: number;
  readonly heapMb: number;
}
const wayOut = 'Use JSON, which the service reads much faster, or import the persona in parts and merge them.';

/** A caller that waits for a text. When the signal is aborted, the wait ends with the signal's reason. */
interface Caller {
  readonly workspaceId: string;
  readonly gone: AbortSignal;
}

/**
 * Creates the queue that reads and writes persona texts on a separate thread, one at a time. Workspaces take turns.
 * When all callers of a text have disconnected, the text is dropped immediately, even while it is being processed. When
 * the service stops, all texts are dropped.
 */
export function createPersonaTexts(bounds: TextBounds = { seconds: 20, heapMb: 512 }) {
  const line = createPlaces({ total: limits.ofAll, perName: limits.ofWorkspace });
  const turns = createPlaces({ total: 1 });

  async function inTurn(task: TextTask, { workspaceId, gone }: Caller): Promise<string> {
    const leaveLine = line.takeNow(workspaceId);
    if (leaveLine === null) {
      const whose = line.taken(workspaceId) >= limits.ofWorkspace ? 'of this workspace ' : '';
      const message = `Several personas ${whose}are being read or written at the moment. Wait a moment, then try again.`;
      throw new ConsoleError('console_too_many_attempts', { message, retryAfterSeconds: 5 });
    }
    try {
      const endTurn = await turns.take(workspaceId, gone);
      try {
        return textOf(await work(task, gone, bounds));
      } finally {
        endTurn();
      }
    } finally {
      leaveLine();
    }
  }

  return {
    /**
     * Reads the persona in a YAML or JSON text, which is either a persona or a workspace document with the profile.
     * @throws ConsoleError `console_input_invalid` that names each fault, `console_too_many_attempts` when too many are
     * waiting, OperatorError for a text that is neither YAML nor JSON
     */
    async read(text: string, profileId: string, caller: Caller): Promise<Persona> {
      // The worker has validated the persona.
      return JSON.parse(await inTurn({ kind: 'read', text, profileId }, caller));
    },

    /** Writes a persona as text. @throws ConsoleError `console_too_many_attempts` when too many are waiting */
    async write(persona: Persona, format: 'yaml' | 'json', caller: Caller): Promise<string> {
      if (format === 'json') return `${JSON.stringify(persona, null, 2)}\n`;
      return inTurn({ kind: 'write', json: JSON.stringify(persona) }, caller);
    },
  };
}

function textOf(answer: TextAnswer): string {
  if ('text' in answer) return answer.text;
  const { message } = answer;
  if ('faults' in answer) throw new OperatorError(message, answer.faults);
  throw new ConsoleError('console_input_invalid', { message, fields: answer.fields });
}

function work(task: TextTask, gone: AbortSignal, { seconds, heapMb }: TextBounds): Promise<TextAnswer> {
  return new Promise((resolve, reject) => {
    gone.throwIfAborted();
    const worker = new Worker(new URL('./persona-text-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const tooMuch = (bound: string) => {
      const message = `This persona takes more than ${bound} to read or write. ${wayOut}`;
      resolve({ message, fields: [{ path: 'text', message }] });
    };
    const timer = setTimeout(() => {
      tooMuch(`${seconds} seconds`);
      void worker.terminate();
    }, seconds * 1_000);
    const abandon = () => {
      reject(gone.reason);
      void worker.terminate();
    };
    gone.addEventListener('abort', abandon, { once: true });
    worker.once('message', resolve);
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooMuch(`${heapMb} MB of memory`);
      else reject(error);
    });
    worker.once('exit', () => {
      clearTimeout(timer);
      gone.removeEventListener('abort', abandon);
      reject(new Error('the thread for personas ended without an answer'));
    });
  });
}
