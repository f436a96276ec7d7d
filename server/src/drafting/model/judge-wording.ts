import type { DraftInput } from '../engine.ts';
import { approvedItem } from '../guard/approved-items.ts';
import { spokenKinds } from '../guard/claim-lines/claim-line.ts';
import { claimsIn } from '../guard/claims.ts';
import { sentencesIn } from '../guard/clauses.ts';
import { contentWords } from '../guard/content.ts';
import { type GuardVerdict, guardReply } from '../guard/guard-reply.ts';
import type { Wording } from './wording-form.ts';

export interface Judgement {
  /** The faults of the reply, each with its kind before a colon. If there are none, the reply may be used. */
  readonly findings: readonly string[];
  readonly verdict: GuardVerdict;
}

const denial = /\b(?:no|not|never|none|nothing|nobody|nowhere|neither|nor|without|cannot)\b|n['\u2019]t\b/gi;

const assent =
  /(?:^|[.!?;:,\n]\s*)(?:oh |well |hey |hi )?(?:yes|yeah|yep|yup|no|nope|nah|sure|of course|absolutely|definitely|certainly|correct|exactly|indeed)\b(?=\s*(?:$|[.!?,;:\u2014-]))/i;

/**
 * Checks a model's wording with the guard and against further requirements. The wording may use only the items and
 * phrases that the model was given. It must state every `required` item with the item's values.
 */
export function judgeWording(
  answer: Wording,
  { required, phrases }: { readonly required: readonly string[]; readonly phrases: readonly string[] },
  { persona, now }: Pick<DraftInput, 'persona' | 'now'>,
): Judgement {
  const verdict = guardReply({
    reply: answer.reply,
    usedItems: answer.usedItems,
    persona,
    now,
    wording: 'free',
  });
  const given = new Set([...required, ...phrases]);
  const strange = answer.usedItems.filter((id) => !given.has(id));
  const said = new Set(claimsIn(answer.reply).map(({ kind, key }) => `${kind}:${key}`));
  const stated = new Set(verdict.claims.map(({ itemId }) => itemId));
  const findings = verdict.breaches.map(({ kind, what }) => `${kind}: ${what}`);
  for (const id of strange) findings.push(`item: ${id} was not given`);
  const texts = answer.usedItems.flatMap((id) => approvedItem(persona, id, now)?.text ?? []);
  // One more negation than approved may turn a no into a yes: "there is not no console version".
  if (denialsIn(answer.reply) > texts.reduce((sum, text) => sum + denialsIn(text), 0))
    findings.push('polarity: it denies more than the items do');
  // "The mug is €38?" states nothing.
  const isAsked = texts.some((text) => text.includes('?'));
  if (!isAsked && sentencesIn(answer.reply).some((place) => asks(answer.reply, place)))
    findings.push('polarity: it asks what the items say');
  // A yes answers the fan's question, but the guard cannot support it, because the items do not contain that question.
  if (assent.test(answer.reply) && !texts.some((text) => assent.test(text)))
    findings.push('polarity: a yes or no of your own');
  if (answer.usedItems.length === 0) findings.push('item: the reply uses no item');
  for (const id of required) {
    const claims = approvedItem(persona, id, now)?.claims ?? [];
    const lacks = claims.filter(({ kind, key }) => !spokenKinds.has(kind) && !said.has(`${kind}:${key}`));
    if (!answer.usedItems.includes(id) || !stated.has(id)) findings.push(`missing: ${id}`);
    else for (const { kind, key } of lacks) findings.push(`missing: ${id}, its ${kind} ${key}`);
  }
  return { findings: findings.slice(0, 12), verdict };
}

function asks(reply: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  const sentence = reply.slice(start, end);
  return /\?["'”’)!.]*\s*$/.test(sentence) && contentWords(sentence).length + claimsIn(sentence).length > 0;
}

function denialsIn(text: string): number {
  return text.match(denial)?.length ?? 0;
}
