import { type Composed, compose } from '../compose/compose.ts';
import { planReply } from '../compose/plan-reply.ts';
import type { DraftInput } from '../engine.ts';
import { guardReply } from '../guard/guard-reply.ts';
import type { PersonaIndex } from '../retrieve/persona-index.ts';
import type { Suggestion } from '../trace.ts';
import type { Understanding } from '../understand/understand.ts';
import type { Finding } from './finding.ts';

interface Sources {
  readonly finding: Finding;
  readonly composed: Composed;
  readonly input: DraftInput;
  readonly index: PersonaIndex;
  readonly understanding: Understanding;
}

/**
 * Returns at most `most` replies that the creator may choose from: the composed reply, another answer if the finding
 * has one, then each likely item by itself. The guard has accepted every suggestion.
 */
export function suggestionsFor(
  { finding: { chosen, candidates, probability, also = [] }, composed, input, index, understanding }: Sources,
  most: number,
): Suggestion[] {
  const found: Suggestion[] = [];
  const add = (reply: string, used: readonly string[], items: readonly string[], chance: number): void => {
    if (reply === '' || found.some((other) => other.reply === reply)) return;
    const mediaAssetId = '';
    const { passed } = guardReply({
      reply,
      usedItems: [...used],
      persona: input.persona,
      now: input.now,
      mediaAssetId,
    });
    if (passed) found.push({ items: [...items], reply, probability: Math.round(chance * 1000) / 1000 });
  };
  if (chosen.length > 0)
    add(
      composed.reply,
      composed.used,
      chosen.map(({ item }) => item.id),
      probability,
    );
  const thread = { message: input.message, history: input.history, now: input.now };
  for (const items of [also, ...candidates.map((candidate) => [candidate])]) {
    if (found.length >= most) break;
    if (items.length === 0 || (chosen.length === 1 && items.length === 1 && chosen[0]?.item === items[0]?.item))
      continue;
    const plan = planReply(understanding, items, 'none', true);
    const { reply, used } = compose({ ...plan, discloses: false }, input.persona, index.phrases, thread);
    const ids = items.map(({ item }) => item.id);
    add(reply, used, ids, Math.min(...items.map((one) => one.probability)));
  }
  return found;
}
