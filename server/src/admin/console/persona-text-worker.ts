import { parentPort, workerData } from 'node:worker_threads';
import { stringify } from 'yaml';
import { ConsoleError } from '../../domain/console/console-error.ts';
import { OperatorError } from '../../lib/errors.ts';
import { parsePersonaText } from './parse-persona-text.ts';
import type { TextAnswer, TextTask } from './persona-text-task.ts';

/**
 * Runs one task in this thread, which then ends. The input and output are text, because text passes between threads
 * much faster than objects.
 */
async function answer(task: TextTask): Promise<TextAnswer> {
  if (task.kind === 'write') {
    const options = { lineWidth: 0, blockQuote: false, aliasDuplicateObjects: false } as const;
    return { text: stringify(JSON.parse(task.json), options) };
  }
  try {
    return { text: JSON.stringify(await parsePersonaText(task.text, task.profileId)) };
  } catch (error) {
    if (error instanceof ConsoleError) return { message: error.message, fields: error.fields };
    if (error instanceof OperatorError) return { message: error.message, faults: error.faults };
    throw error;
  }
}

if (parentPort !== null) parentPort.postMessage(await answer(workerData));
