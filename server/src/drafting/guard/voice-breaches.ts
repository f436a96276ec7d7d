import type { Persona } from '../../domain/persona.ts';
import type { Breach } from './breach.ts';
import { emojiIn, phraseMatches } from './wording.ts';

const sparingEmoji = 2;
export const defaultMaxLength = 600;

/**
 * Finds everything in a reply that the creator's voice and rules forbid, whoever wrote the reply: words to avoid,
 * never-say phrases, emoji, and excessive length.
 */
export function voiceBreaches(reply: string, persona: Persona): Breach[] {
  const breaches: Breach[] = [];
  for (const found of phraseMatches(reply, persona.voice?.avoid ?? [])) breaches.push({ kind: 'avoid', ...found });
  for (const found of phraseMatches(reply, persona.rules?.neverSay ?? []))
    breaches.push({ kind: 'neverSay', ...found });
  const emoji = emojiIn(reply);
  const policy = persona.voice?.emoji ?? 'sparing';
  const allowed = policy === 'none' ? 0 : policy === 'sparing' ? sparingEmoji : Number.POSITIVE_INFINITY;
  const extra = emoji[allowed];
  if (extra !== undefined) breaches.push({ kind: 'emoji', ...extra });
  const length = [...reply].length;
  const most = persona.voice?.maxLength ?? defaultMaxLength;
  if (length > most) breaches.push({ kind: 'length', start: 0, end: reply.length, what: `${length} of ${most}` });
  return breaches;
}
