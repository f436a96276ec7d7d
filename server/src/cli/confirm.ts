import { createInterface } from 'node:readline/promises';
import type { Terminal } from './terminal.ts';

/** Asks a yes-or-no question on a terminal. Resolves to null if there is no terminal. */
export async function confirm({ stdin, stderr }: Terminal, question: string): Promise<boolean | null> {
  if (!('isTTY' in stdin) || stdin.isTTY !== true || stderr.isTTY !== true) return null;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
