import { readDemoDocument } from '../../src/admin/demo-document.ts';
import { promptFor } from '../../src/drafting/model/prompt.ts';

const now = Date.parse('2026-11-10T12:00:00Z');

/** The prompt of one case of the demonstration, as docs/models.md shows it: what the model is sent, but for its tag. */
export async function documentedPrompt(): Promise<string> {
  const [workspace] = (await readDemoDocument(now)).workspaces;
  const profile = workspace?.profiles?.find(({ id }) => id === 'prof_aurora');
  const persona = profile?.persona ?? {};
  const items = (persona.offers ?? []).filter(({ id }) => id === 'au_o_mug');
  const phrases = (persona.phrases ?? []).filter(({ use }) => use === 'greeting' || use === 'signoff');
  const prompt = promptFor(
    {
      message: 'hi! how much is the moon mug?',
      history: [{ direction: 'inbound', senderType: null, body: 'love your work', sentAt: null }],
      displayName: profile?.displayName ?? '',
      persona,
      relationship: null,
      awaitsCreator: false,
      now,
    },
    { items, phrases, required: items.map(({ id }) => id), language: '' },
    { maxTokens: 4_000, tag: 'data-3f9a61c27be0d845' },
  );
  if (prompt === null) throw new Error('the documented prompt exceeds its budget');
  return `\`\`\`text\n[instructions]\n${prompt.instructions}\n\n[message]\n${prompt.data}\n\`\`\``;
}
