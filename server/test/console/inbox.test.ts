import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { startConsoleWorld } from './support/console-world.ts';

const question = 'hi! do you ship to Brazil?';

onEachStore(
  'an agent’s draft is shown as outdated once a newer message arrived, and never as its reply',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const params = { workspaceId: world.workspaceId, conversationId: 'conv_maya' };
    const { reply } = (await world.draft({ message: question, conversationId: 'conv_maya' })).body.decision;
    const before = await owner.run('readThread', params);
    expect(before.drafts).toMatchObject([{ reply, isOutdated: false, isOfInbox: false }]);
    const conversationId = 'conv_maya';
    const newer = { conversationId, profileId: null, channel: null, contact: null, messageId: null };
    const message = { ...newer, direction: 'inbound', senderType: 'contact', body: 'I want my money back!' } as const;
    // The sender's clock is behind, so only the order of arrival shows that the draft does not answer this message.
    const messages = [{ ...message, sentAt: Date.parse('2026-03-01T10:00:01Z') }];
    expect(await world.store.appendMessages({ workspaceId: world.workspaceId, messages })).toEqual(['appended']);
    const after = await owner.run('readThread', params);
    expect(after.drafts).toMatchObject([{ reply, isOutdated: true }]);
    expect(after.proposal?.message).toContain('I want my money back!');
  },
);

onEachStore('an answer is recorded with its author, counted for the draft, and withdrawn', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const { workspaceId } = world;
  const params = { workspaceId, conversationId: 'conv_maya' };
  const { reply } = (await world.draft({ message: question, conversationId: 'conv_maya' })).body.decision;
  await world.handoff();
  const waiting = await owner.run('readInbox', { workspaceId }, { tab: 'waiting' });
  expect(waiting).toMatchObject({
    counts: { waiting: 1 },
    conversations: [{ id: 'conv_maya', latest: { isFromFan: true } }],
  });
  const suggestions = (await owner.run('readThread', params)).proposal?.suggestions ?? [];
  expect(suggestions[0]?.reply).toContain('I ship worldwide');
  expect(suggestions[0]?.claims.map(({ itemId }) => itemId)).toContain('f_ship');
  const suggested = suggestions[0]?.reply ?? '';
  const recorded = await owner.run('recordAnswer', params, { text: `${suggested} Yes!`, suggestion: 1, suggested });
  expect(recorded).toMatchObject({ before: 'awaiting_owner', after: 'open' });
  const answered = await owner.run('readThread', params);
  expect(answered.thread.at(-1)).toMatchObject({
    id: recorded.messageId,
    direction: 'outbound',
    body: `${suggested} Yes!`,
    recorded: { by: 'Ada Owner', suggestion: 1, isChanged: true },
  });
  expect(answered.proposal).toBeNull();
  const done = await owner.run('readInbox', { workspaceId }, { tab: 'done' });
  expect(done.conversations.map(({ id }) => id)).toContain('conv_maya');
  const [item] = (await world.store.autonomy({ workspaceId }))?.items ?? [];
  expect([item?.itemId, item?.edited, suggested === reply]).toEqual(['f_ship', 1, true]);

  await owner.run('undoAnswer', params, { messageId: recorded.messageId, before: 'awaiting_owner' });
  const back = await owner.run('readThread', params);
  expect(back.thread).toHaveLength(1);
  expect(back.conversation.state).toBe('awaiting_owner');
  const twice = await owner.ask('POST', `/workspaces/${workspaceId}/conversations/conv_maya/answer/undo`, {
    messageId: recorded.messageId,
    before: 'awaiting_owner',
  });
  expect(twice.body.error).toBe('console_not_found');
});

onEachStore(
  'a pasted message is a proposal, charged as one unit, and the next one of its handle joins it',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const { workspaceId } = world;
    const paste = { profileId: 'prof_aurora', handle: '@ines' };
    const { conversationId } = await owner.run('pasteMessage', { workspaceId }, { ...paste, message: question });
    const again = await owner.run('pasteMessage', { workspaceId }, { ...paste, message: 'and to Chile?' });
    expect(again.conversationId).toBe(conversationId);
    const thread = await owner.run('readThread', { workspaceId, conversationId });
    expect(thread.thread.map(({ body }) => body)).toEqual([question, 'and to Chile?']);
    expect(thread.drafts.map((draft) => draft.isOutdated)).toEqual([false, true]);
    expect(thread.proposal?.suggestions[0]?.reply).toContain('I ship worldwide');
    expect((await owner.run('readUsage', { workspaceId })).usage.totals.bySource.inbox).toBe(2);
    const nobody = await owner.ask('POST', `/workspaces/${workspaceId}/inbox`, {
      profileId: 'prof_none',
      message: 'hi',
    });
    expect(nobody.body.error).toBe('console_not_found');
    const blank = await owner.ask('POST', `/workspaces/${workspaceId}/inbox`, { ...paste, message: '   ' });
    expect(blank.body).toMatchObject({ error: 'console_input_invalid', fields: [{ path: 'message' }] });
  },
);

onEachStore(
  'a pasted message with a sign of danger waits for its creator as urgent, and one with abuse as high, however long it is',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const { workspaceId } = world;
    const paste = (handle: string, message: string) =>
      owner.run('pasteMessage', { workspaceId }, { profileId: 'prof_aurora', handle, message });
    const long = `${'I have been walking along the river all day. '.repeat(30)}I want to kill myself.`;
    expect(await paste('@plain', question)).toMatchObject({ state: 'open' });
    expect(await paste('@rude', 'you are an idiot and I hate you')).toMatchObject({ state: 'awaiting_owner' });
    expect(await paste('@dark', 'i want to kill myself')).toMatchObject({ state: 'awaiting_owner' });
    expect(await paste('@far', long)).toMatchObject({ state: 'awaiting_owner' });
    const { conversations } = await owner.run('readInbox', { workspaceId }, { tab: 'waiting' });
    const shown = conversations.map(({ contact, verdict }) => [contact?.handle, verdict?.urgency]);
    // Both urgent ones may have arrived in the same millisecond.
    expect([...shown.slice(0, 2).toSorted(), ...shown.slice(2)]).toEqual([
      ['@dark', 'urgent'],
      ['@far', 'urgent'],
      ['@rude', 'high'],
    ]);
  },
);

onEachStore(
  'a pasted message is a proposal until a person answers it, even if it could be answered automatically',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const { workspaceId } = world;
    const pasted = { profileId: 'prof_aurora', message: 'hi!', handle: '@ines' };
    const { conversationId } = await owner.run('pasteMessage', { workspaceId }, pasted);
    const thread = await owner.run('readThread', { workspaceId, conversationId });
    expect(thread.drafts).toMatchObject([{ riskLevel: 'safe' }]);
    const proposals = await owner.run('readInbox', { workspaceId }, { tab: 'proposals' });
    expect(proposals.conversations.map(({ id }) => id)).toContain(conversationId);
    expect(proposals.counts.automatic).toBe(0);
  },
);

onEachStore(
  'a fan’s words are added to the draft by an editor, only suggested by a reviewer, and refused with a reason',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const { workspaceId } = world;
    const params = { workspaceId, conversationId: 'conv_maya' };
    const place = { workspaceId, profileId: 'prof_aurora' };
    const words = { itemId: 'f_ship', kind: 'alias' as const, text: 'can my aunt in Lima get one' };
    const reviewer = await world.member('reviewer');
    expect(await reviewer.run('teachWords', params, words)).toMatchObject({ outcome: 'suggested' });
    expect(await world.store.taughtPhrases(place)).toMatchObject([{ ...words, source: 'inbox', state: 'suggested' }]);
    expect((await world.store.personaDraft(place))?.version).toBe(0);
    const owner = await world.owner();
    expect(await owner.run('teachWords', params, words)).toMatchObject({ outcome: 'added' });
    const draft = await owner.run('readDraft', place);
    const item = draft.items.find(({ id }) => id === 'f_ship');
    expect(item?.kind === 'fact' && item.item.aliases).toContain(words.text);
    expect(await owner.run('teachWords', params, words)).toMatchObject({ outcome: 'known' });
    const refused = await owner.run('teachWords', params, { ...words, text: 'call me on +351 912 345 678' });
    expect(refused).toMatchObject({ outcome: 'refused', message: expect.stringContaining('personal') });
    const miss = { ...words, kind: 'near_miss' as const, text: 'can I pick it up myself' };
    expect(await owner.run('teachWords', params, miss)).toMatchObject({ outcome: 'added' });
    const gone = await owner.ask('POST', `/workspaces/${workspaceId}/conversations/conv_maya/teach`, {
      ...words,
      itemId: 'f_none',
    });
    expect(gone.body.error).toBe('console_not_found');
  },
);

onEachStore('autonomy is read by everyone of the workspace and set by its owner', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const { workspaceId } = world;
  expect((await owner.run('setAutonomy', { workspaceId }, { autonomy: 'off' })).autonomy).toBe('off');
  await world.draft({ message: question, conversationId: 'conv_maya' });
  const reviewer = await world.member('reviewer');
  expect(await reviewer.run('readAutonomy', { workspaceId })).toMatchObject({
    autonomy: 'off',
    trials: [{ profileId: 'prof_aurora', drafts: 1, changed: 0 }],
  });
});
