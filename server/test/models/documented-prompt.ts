import { readDemoDocument } from '../../src/admin/demo-document.ts';
import type { DraftInput } from '../../src/drafting/engine.ts';
import { usableItems } from '../../src/drafting/model/item-line.ts';
import { checkPrompt, type Prompt, readingPrompt, wordingPrompt } from '../../src/drafting/model/prompts.ts';

const now = Date.parse('2026-11-10T12:00:00Z');
const shown = ['au_f_ship', 'au_f_care', 'au_o_mug'];

/**
 * Returns the three prompts for one case from the demo, as docs/models.md shows them: exactly as sent to the model,
 * except the tag.
 */
export async function documentedPrompt(): Promise<string> {
  const [workspace] = (await readDemoDocument(now)).workspaces;
  const profile = workspace?.profiles?.find(({ id }) => id === 'prof_aurora');
  const persona = profile?.persona ?? {};
  const items = usableItems(persona, now).filter(({ id }) => shown.includes(id));
  const mug = items.filter(({ id }) => id === 'au_o_mug');
  const phrases = (persona.phrases ?? []).filter(({ use }) => use === 'greeting' || use === 'signoff');
  const input: DraftInput = {
    message: 'hi! how much is the moon mug?',
    history: [{ direction: 'inbound', senderType: null, body: 'love your work', sentAt: null }],
    displayName: profile?.displayName ?? '',
    persona,
    relationship: null,
    awaitsCreator: false,
    now,
  };
  const budget = { maxTokens: 4_000, tag: 'data-3f9a61c27be0d845' };
  return [
    section('reading', readingPrompt(input, items, budget)),
    section('check', checkPrompt(input, 'how much is the moon mug?', mug, budget)),
    section('wording', wordingPrompt(input, mug, phrases, budget)),
  ].join('\n\n');
}

function section(form: string, prompt: Prompt | null): string {
  if (prompt === null) throw new Error('the documented prompt exceeds its budget');
  return `**\`${form}\`**\n\n\`\`\`text\n[instructions]\n${prompt.instructions}\n\n[message]\n${prompt.data}\n\`\`\``;
}
