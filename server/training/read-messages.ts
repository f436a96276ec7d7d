import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Intent, intents } from '../src/domain/decision.ts';
import { type Act, acts } from '../src/drafting/policy-table.ts';

export interface LabelledMessage {
  readonly text: string;
  readonly intent: Intent;
  /** Null if unknown. */
  readonly act: Act | null;
  readonly author: string;
  /** Whether an approved item could answer it; derived from intent and act if there is no label. */
  readonly isAnswerable?: boolean;
}

export type Split = 'train' | 'validation';

const root = import.meta.dirname;

/** Returns a split's authors of one kind of text, in alphabetical order. */
export function authorsOf(
  kind: 'messages' | 'topics' | 'cases' | 'small-talk',
  split: Split | 'test',
  base = root,
): string[] {
  const folder = join(base, kind);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .filter((author) => {
      const file = join(folder, author, 'author.yaml');
      if (!existsSync(file)) return false;
      const { split: said } = parse(readFileSync(file, 'utf8')) as { split?: unknown }; // checked in the next line
      if (said !== 'train' && said !== 'validation' && said !== 'test')
        throw new Error(`${file}: "split" must be train, validation or test`);
      return said === split;
    });
}

/**
 * Reads every message of a split, by author and intent.
 * @throws if a file or a line does not have the form that README.md describes
 */
export function readMessages(split: Split, base = root): LabelledMessage[] {
  return authorsOf('messages', split, base).flatMap((author) => {
    const folder = join(base, 'messages', author);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .flatMap((name) => readFile(join(folder, name), name.slice(0, -4), author));
  });
}

function readFile(file: string, label: string, author: string): LabelledMessage[] {
  const intent = intents.find((known) => known === label);
  if (intent === undefined) throw new Error(`${file}: "${label}" is not an intent`);
  const messages: LabelledMessage[] = [];
  let act: Act | null = 'question';
  readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .forEach((line, index) => {
      if (line.startsWith('# ')) {
        const [key = '', value = ''] = line.slice(2).split(/:\s*/, 2);
        if (key.trim() !== 'act') return;
        const known = acts.find((name) => name === value.trim());
        if (known === undefined && value.trim() !== 'unknown')
          throw new Error(`${file}:${index + 1}: "${value}" is not an act (${acts.join(', ')}, unknown)`);
        act = known ?? null;
      } else if (line.trim() !== '') messages.push({ text: line.replaceAll('\\n', '\n').trim(), intent, act, author });
    });
  return messages;
}
