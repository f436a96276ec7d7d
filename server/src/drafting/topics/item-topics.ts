import type { Token } from '../text/tokens.ts';
import { topicModel } from './topic-model.ts';

/** A text with its words. */
export interface LabelText {
  readonly text: string;
  readonly list: readonly Token[];
}

/**
 * What an approved item is about, over all topics: its text, the creator's own word for its topic and the ways that fans ask this, half by
 * the text and half by the others. A creator who names a topic of the ontology decides it.
 */
export function itemTopics(said: LabelText, label: LabelText, aliases: readonly LabelText[]): Float64Array {
  const model = topicModel();
  const named = model.ids.indexOf(label.text.trim().toLowerCase().replaceAll(/\s+/g, '-'));
  const chances = model.chances(said.list);
  const others = [label, ...aliases].filter(({ text }) => text.trim() !== '').map(({ list }) => model.chances(list));
  const sums = new Float64Array(chances.length);
  for (const other of others)
    for (let topic = 0; topic < sums.length; topic++) sums[topic] = (sums[topic] ?? 0) + (other[topic] ?? 0);
  return sums.map((sum, topic) => {
    const chance = chances[topic] ?? 0;
    const own = others.length === 0 ? chance : 0.5 * chance + (0.5 * sum) / others.length;
    return named < 0 ? own : 0.4 * own + (topic === named ? 0.6 : 0);
  });
}
