import { expect } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { openStub } from '../models/support.ts';
import { obedient, readingOf } from '../support/stub-model.ts';
import { startConsoleWorld } from './support/console-world.ts';

const allowed = { drafting: { model: true } };
const message = 'would a parcel find its way to my sister in Recife?';
const paste = { profileId: 'prof_aurora', message, handle: '@ines' };
const byHand = { kind: 'answer', with: (request: { message: string }) => readingOf(request, ['f_ship']) } as const;

onEachStore(
  'the model that a workspace allows reads a pasted message, its reply is the first suggestion, and it is counted',
  async (harness) => {
    const { stub, engine } = await openStub({}, byHand, { kind: 'answer', with: obedient });
    const world = await startConsoleWorld(harness, { engine, workspace: allowed });
    const owner = await world.owner();
    const { workspaceId } = world;
    const { conversationId } = await owner.run('pasteMessage', { workspaceId }, paste);
    expect(stub.requests[0]?.message).toBe(message);
    const asked = stub.requests.length;
    const thread = await owner.run('readThread', { workspaceId, conversationId });
    const [draft] = thread.drafts;
    expect(draft?.reply).toContain('I ship worldwide');
    expect(thread.proposal?.suggestions[0]?.reply).toBe(draft?.reply);
    expect(stub.requests.length, 'opening it asks no model').toBe(asked);
    const usage = await world.store.usage({ workspaceId, monthlyReplies: { creator: 1, studio: 1, agency: 1 } });
    expect(usage).toMatchObject({ used: 1, model: { readings: 1, outcomes: { used: 1 } } });
  },
);

onEachStore('a workspace that allows no model pastes without one', async (harness) => {
  const { stub, engine } = await openStub({}, byHand);
  const world = await startConsoleWorld(harness, { engine });
  const owner = await world.owner();
  await owner.run('pasteMessage', { workspaceId: world.workspaceId }, paste);
  expect(stub.requests).toEqual([]);
});

onEachStore(
  'a required model that gives no answer leaves a pasted message unstored and uncharged, and says so',
  async (harness) => {
    const { engine } = await openStub({ isRequired: true }, { kind: 'text', text: 'no form at all' });
    const world = await startConsoleWorld(harness, { engine, workspace: allowed });
    const owner = await world.owner();
    const { workspaceId } = world;
    const refused = await owner.ask('POST', `/workspaces/${workspaceId}/inbox`, paste);
    expect(refused).toMatchObject({ status: 409, body: { error: 'console_not_possible' } });
    expect(refused.body.message).toContain('nothing was counted');
    expect((await owner.run('readInbox', { workspaceId }, { tab: 'proposals' })).conversations).not.toContainEqual(
      expect.objectContaining({ contact: { handle: '@ines' } }),
    );
    expect((await world.usage()).body.usage.used).toBe(0);
  },
);

onEachStore('a pasted message counts towards the trial of its workspace', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const { workspaceId } = world;
  await owner.run('setAutonomy', { workspaceId }, { autonomy: 'off' });
  await owner.run('pasteMessage', { workspaceId }, { profileId: 'prof_aurora', message: 'do you ship to Brazil?' });
  const { trials } = await owner.run('readAutonomy', { workspaceId });
  expect(trials).toMatchObject([{ drafts: 1 }]);
});
