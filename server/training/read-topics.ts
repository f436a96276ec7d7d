import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Intent, intents } from '../src/domain/decision.ts';
import { authorsOf, type Split } from './read-messages.ts';

export interface TopicPhrase {
  readonly text: string;
  readonly topic: string;
  readonly author: string;
  /** True for a creator's approved sentence on the topic; false for a fan's question. */
  readonly isFact: boolean;
}

const root = import.meta.dirname;

/** Reads every phrase of a split, by author and topic. */
export function readTopics(split: Split, base = root): TopicPhrase[] {
  return authorsOf('topics', split, base).flatMap((author) => {
    const folder = join(base, 'topics', author);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .flatMap((name) => {
        let isFact = false;
        return readFileSync(join(folder, name), 'utf8')
          .split(/\r?\n/)
          .flatMap((line) => {
            if (line.startsWith('# ')) isFact = line.startsWith('# fact') || (isFact && !line.startsWith('# question'));
            if (line.startsWith('# ') || line.trim() === '') return [];
            return [{ text: line.replaceAll('\\n', '\n').trim(), topic: name.slice(0, -4), author, isFact }];
          });
      });
  });
}

/**
 * Returns a function that gives the intent of a topic's questions, from `topic-intents.yaml`; null if they have
 * several.
 */
export function readTopicIntents(base = root): (topic: string) => Intent | null {
  const table: unknown = parse(readFileSync(join(base, 'topic-intents.yaml'), 'utf8'));
  const byTopic = new Map<string, Intent>();
  for (const [name, topics] of Object.entries(table ?? {})) {
    const intent = intents.find((known) => known === name);
    if (intent === undefined || !Array.isArray(topics))
      throw new Error(`topic-intents.yaml: "${name}" is not an intent with a list of topics`);
    for (const topic of topics) byTopic.set(String(topic), intent);
  }
  return (topic) => byTopic.get(topic) ?? null;
}
