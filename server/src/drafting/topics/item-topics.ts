import { normalise } from '../text/normalise.ts';
import { tokens } from '../text/tokens.ts';
import { topicModel } from './topic-model.ts';

/**
 * What an approved item is about, over all topics: its text, the creator's own word for its topic and the ways that fans ask this, half by
 * the text and half by the others. A creator who names a topic of the ontology decides it.
 */
export function itemTopics(text: string, label: string, aliases: readonly string[]): Float64Array {
  const model = topicModel();
  const named = model.ids.indexOf(label.trim().toLowerCase().replaceAll(/\s+/g, '-'));
  const said = model.chances(tokens(normalise(text)));
  const others = [label, ...aliases]
    .filter((other) => other.trim() !== '')
    .map((other) => model.chances(tokens(normalise(other))));
  return said.map((chance, topic) => {
    let sum = 0;
    for (const other of others) sum += other[topic] ?? 0;
    const own = others.length === 0 ? chance : 0.5 * chance + (0.5 * sum) / others.length;
    return named < 0 ? own : 0.4 * own + (topic === named ? 0.6 : 0);
  });
}
