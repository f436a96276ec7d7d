import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { visitorContact } from '../../src/admin/console/visitor-contact.ts';
import { contactPlace } from '../../src/domain/page/contact-place.ts';
import { newPageSettings } from '../../src/domain/page/page.ts';
import { createSealer } from '../../src/lib/sealing.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { bringIn, onBothStores, type Place } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { sampleWorkspace } from '../support/world.ts';
import { link, session, setUp } from './contract/account-steps.ts';
import { replies } from './contract/writes.ts';

const workspaceId = 'ws_sealed';
const slug = 'aurora';
const conversationId = 'conv_asked';
const push = '{"endpoint":"https://push.example/CANARYPUSH"}';
const contact = 'rea@CANARYCONTACT.example';
const newKey = () => randomBytes(32).toString('base64');

onBothStores((fresh) => {
  test('secrets reseal covers the push keys of browsers and the contacts that visitors to a Page left', async () => {
    const [older, newer] = [newKey(), newKey()];
    const place = { ...(await fresh()), UNDERSTUDY_SEALING_KEYS: older };
    await bringIn(place, { workspaces: [{ ...sampleWorkspace(workspaceId), conversations: [] }] });
    const before = await openWith(place, older);
    await turnOnPush(before.store);
    await leaveContact(before.store, before.sealer.seal(contact, contactPlace(workspaceId, slug)));
    const stored = await before.store.storedSecrets();
    expect(stored.map(({ slot }) => slot).sort()).toEqual(['contact:aurora', 'push:s1']);
    expect(JSON.stringify(stored)).not.toContain('CANARY');
    await before.store.close();
    const reseal = async (keys: string) =>
      (await runInside(['secrets', 'reseal', '--json'], { ...place, UNDERSTUDY_SEALING_KEYS: keys })).json();
    expect(await reseal(`${newer},${older}`)).toEqual({ sealed: 0, resealed: 2, unchanged: 0, unopened: [] });

    const after = await openWith(place, newer);
    expect(await after.store.pushTargets({ workspaceId })).toMatchObject([{ sessionId: 's1', push }]);
    expect(await visitorContact(after, { workspaceId, conversationId })).toBe(contact);
    await after.store.close();
    expect(await reseal(newer)).toEqual({ sealed: 0, resealed: 0, unchanged: 2, unopened: [] });
    expect(await reseal(newKey()), 'push ends with its session').toMatchObject({ unopened: [workspaceId] });
  });
});

async function openWith(place: Place, key: string) {
  const sealingKeys = [Buffer.from(key, 'base64')];
  const { DATABASE_URL: url, UNDERSTUDY_DATA_DIR: dataDir = '' } = place;
  const location =
    url === undefined ? ({ kind: 'sqlite', dataDir } as const) : ({ kind: 'postgres', url, poolSize: 2 } as const);
  const store = await openStore(location, { role: 'tool', sealingKeys });
  return { store, sealer: createSealer(sealingKeys) };
}

async function turnOnPush(store: Store): Promise<void> {
  await store.makeLink(link({ kind: 'set_up', tokenHash: 'first' }));
  await setUp(store, 'first', 'acc_owner', 'owner@aurora.example');
  await store.openSession(session('s1'));
  expect(await store.keepPush({ sessionId: 's1', push })).toBe(true);
}

/** Passes on a question from a visitor to a Page who leaves contact details. */
async function leaveContact(store: Store, sealed: string): Promise<void> {
  await store.putPage({
    workspaceId,
    page: { slug, profileId: 'prof_aurora', ...newPageSettings({}) },
    isNew: true,
  });
  const asked = await store.ask({
    workspaceId,
    slug,
    askId: 'ask_1',
    conversationId,
    messageId: 'm_1',
    notificationId: 'ntf_1',
    use: { useHash: 'use', networks: ['network'], isForm: false },
    question: 'do you teach?',
    questionHash: 'question',
    revision: (await store.profile({ workspaceId, profileId: 'prof_aurora' }))?.revision ?? '',
    judged: { intent: 'booking', riskLevel: 'review', urgency: 'normal', items: [], modelUse: null },
    tokenHash: 'token',
    contact: sealed,
    monthlyReplies: replies(500),
    limits: { asksPerHour: 6, formAsksPerHour: 3 },
  });
  expect(asked).toMatchObject({ outcome: 'passed_on' });
}
