import { expect } from 'vitest';
import { callTool } from '../mcp/support/mcp-caller.ts';
import { startCheckedWorld } from './support/checked-world.ts';
import { onEachStore } from './support/on-each-store.ts';

onEachStore('an item shows at most five aliases, never its near misses, on both surfaces', async (harness) => {
  const aliases = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  const taught = { text: 'I ship worldwide.', aliases, nearMisses: ['HIDDEN near miss'], automatic: false };
  const world = await startCheckedWorld(harness, {
    workspace: {
      conversations: [],
      profiles: [
        {
          id: 'prof_aurora',
          displayName: 'Aurora Lane',
          persona: { facts: [{ id: 'f', ...taught }], offers: [{ id: 'o', name: 'Mug', ...taught }] },
        },
      ],
    },
  });
  const rest = await world.persona();
  const shown = { text: taught.text, aliases: aliases.slice(0, 5) };
  expect(rest.body.persona).toMatchObject({ facts: [{ id: 'f', ...shown }], offers: [{ id: 'o', ...shown }] });
  const mcp = await callTool(world, 'agent_get_persona', { profileId: 'prof_aurora' });
  expect(mcp.text).toBe(rest.text);
  for (const hidden of ['HIDDEN', 'nearMisses', 'automatic', 'six']) expect(rest.text).not.toContain(hidden);
});

onEachStore("a fan's words are never among the aliases that callers see, on both surfaces", async (harness) => {
  const world = await startCheckedWorld(harness);
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const of = { itemId: 'f_ship', kind: 'alias', conversationId: 'conv_maya' } as const;
  await world.store.suggestPhrases({
    ...place,
    phrases: [
      { ...of, source: 'inbox', text: ' Do You post abroad' },
      { ...of, source: 'model', conversationId: null, text: 'delivery' },
    ],
  });
  const rest = await world.persona();
  // The persona's own aliases remain, without the fan's words in any spelling.
  expect(rest.body.persona.facts[0].aliases).toEqual(['delivery', 'do you ship to Brazil']);
  const mcp = await callTool(world, 'agent_get_persona', { profileId: 'prof_aurora' });
  expect(mcp.text).toBe(rest.text);
});
