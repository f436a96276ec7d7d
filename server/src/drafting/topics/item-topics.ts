import type { Token } from '../text/tokens.ts';
import { type TopicModel, topicModel } from './topic-model.ts';

/** A text with its words. */
export interface LabelText {
  readonly text: string;
  readonly list: readonly Token[];
  /** Returns one probability for each topic of the model. */
  chances(model: TopicModel): Readonly<Float64Array>;
}

export interface ItemTopics {
  /** The square roots of the probabilities, in the order of the model. */
  readonly roots: Float64Array;
  readonly likeliest: number;
}

/**
 * Computes the topics of an approved item: half from its text, and half from the creator's own word for its topic and
 * the item's aliases. If the creator's own word is a topic of the ontology, that topic gets a weight of 0.6, and all
 * probabilities computed from the texts are multiplied by 0.4.
 */
export function itemTopics(said: LabelText, label: LabelText, aliases: readonly LabelText[]): ItemTopics {
  const model = topicModel();
  const named = model.ids.indexOf(label.text.trim().toLowerCase().replaceAll(/\s+/g, '-'));
  const chances = said.chances(model);
  const others = [label, ...aliases].filter(({ text }) => text.trim() !== '');
  const roots = new Float64Array(chances.length);
  for (const other of others) {
    const more = other.chances(model);
    for (let topic = 0; topic < roots.length; topic++) roots[topic] = (roots[topic] ?? 0) + (more[topic] ?? 0);
  }
  let [likeliest, most] = [0, 0];
  for (let topic = 0; topic < roots.length; topic++) {
    const chance = chances[topic] ?? 0;
    const own = others.length === 0 ? chance : 0.5 * chance + (0.5 * (roots[topic] ?? 0)) / others.length;
    const settled = named < 0 ? own : 0.4 * own + (topic === named ? 0.6 : 0);
    if (settled > most) [likeliest, most] = [topic, settled];
    roots[topic] = Math.sqrt(settled);
  }
  return { roots, likeliest };
}

/** Returns a function that computes the topics of a text and caches them for the latest model. */
export function chancesOf(list: readonly Token[]): LabelText['chances'] {
  let known: { readonly model: TopicModel; readonly chances: Readonly<Float64Array> } | undefined;
  return (model) => {
    if (known?.model !== model) known = { model, chances: model.chances(list) };
    return known.chances;
  };
}
