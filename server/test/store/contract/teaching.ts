import { describe, expect, test } from 'vitest';
import type { Persona } from '../../../src/domain/persona.ts';
import type { NewChange } from '../../../src/store/console-port.ts';
import type { Store } from '../../../src/store/port.ts';
import { maxTaughtPhrases, type NewSuggestion } from '../../../src/store/teaching-port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { conversationDocument, inbound, profileDocument, workspaceEntry } from './workspace-entry.ts';

const place = { workspaceId: 'ws_aurora', profileId: 'prof_aurora' };
const elsewhere = { ...place, profileId: 'prof_nobody' };

export function describeTeaching(harness: StoreHarness): void {
  describe('the phrases and classifiers of profiles', () => {
    test('a classifier is returned byte for byte, is replaced as a whole, and belongs only to its profile', async () => {
      const profiles = [profileDocument(), profileDocument({ id: 'prof_other' })];
      const { store } = await openWorkspaces(harness, workspaceEntry({ profiles }));
      expect(await store.classifier(place)).toBeNull();
      const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256);
      await store.keepClassifier({ ...place, hash: 'one', bytes: bytes.subarray(1) });
      const kept = await store.classifier(place);
      expect([kept?.hash, Buffer.compare(kept?.bytes ?? bytes, bytes.subarray(1))]).toEqual(['one', 0]);
      await store.keepClassifier({ ...place, hash: 'two', bytes: Uint8Array.of(7) });
      expect((await store.classifier(place))?.bytes).toEqual(sameBytes([7]));
      expect(await store.classifier({ ...place, profileId: 'prof_other' })).toBeNull();
      await store.keepClassifier({ ...elsewhere, hash: 'three', bytes });
      expect(await store.classifier(elsewhere)).toBeNull();
    });

    test('a classifier of 1 MiB is stored, and a larger one is rejected and leaves the previous one', async () => {
      const { store } = await openWorkspaces(harness);
      await store.keepClassifier({ ...place, hash: 'full', bytes: new Uint8Array(1_048_576) });
      const larger = store.keepClassifier({ ...place, hash: 'larger', bytes: new Uint8Array(1_048_577) });
      await expect(larger).rejects.toThrow(
        new RangeError('a classifier may be at most 1048576 bytes; this one is 1048577 bytes'),
      );
      expect(await store.classifier(place)).toMatchObject({ hash: 'full', bytes: { length: 1_048_576 } });
    });

    test('a suggestion is stored once with its first source, and only if its profile and conversation exist', async () => {
      const { store } = await openWorkspaces(harness);
      const fans = suggestion('will it reach Rio?', { source: 'inbox', conversationId: 'conv_maya' });
      const phrases = [
        suggestion('do you post abroad?'),
        suggestion('do you post abroad?', { kind: 'near_miss' }),
        suggestion('do you post abroad?', { source: 'assistant' }),
        fans,
        suggestion('who asks?', { source: 'page', conversationId: 'conv_gone' }),
      ];
      expect(await store.suggestPhrases({ ...place, phrases })).toBe(3);
      expect(await store.suggestPhrases({ ...place, phrases })).toBe(0);
      expect(await store.suggestPhrases({ ...elsewhere, phrases })).toBe(0);
      const kept = await store.taughtPhrases(place);
      const state = { state: 'suggested', createdAt: expect.any(Number) };
      expect(kept).toHaveLength(3);
      expect(kept).toEqual(
        expect.arrayContaining([phrases[0], phrases[1], fans].map((phrase) => ({ ...phrase, ...state }))),
      );
      expect(await store.taughtPhrases({ ...place, ofFans: true })).toEqual([{ ...fans, ...state }]);
      expect(await store.taughtPhrases(elsewhere)).toEqual([]);
    });

    test('phrases are accepted once and rejected permanently, by item, kind and text', async () => {
      const { store } = await openWorkspaces(harness);
      const [one, two] = [suggestion('one'), suggestion('two')];
      await store.suggestPhrases({ ...place, phrases: [one, two] });
      const others = [suggestion('one', { kind: 'near_miss' }), suggestion('one', { itemId: 'f_other' })];
      expect(await store.settlePhrases({ ...place, phrases: others, outcome: 'accepted' })).toBe(0);
      expect(await store.settlePhrases({ ...place, phrases: [one], outcome: 'accepted' })).toBe(1);
      expect(await store.settlePhrases({ ...place, phrases: [one], outcome: 'accepted' })).toBe(0);
      expect(await store.suggestPhrases({ ...place, phrases: [one] })).toBe(0);
      expect((await store.taughtPhrases(place)).map(({ text, state }) => [text, state])).toEqual([
        ['one', 'accepted'],
        ['two', 'suggested'],
      ]);
      expect(await store.settlePhrases({ ...place, phrases: [one, two], outcome: 'rejected' })).toBe(2);
      expect(await store.taughtPhrases(place)).toEqual([]);
    });

    test(`at most ${maxTaughtPhrases} phrases of a profile are stored`, async () => {
      const { store } = await openWorkspaces(harness);
      const phrases = Array.from({ length: maxTaughtPhrases + 1 }, (_, index) => suggestion(`phrase ${index}`));
      expect(await store.suggestPhrases({ ...place, phrases })).toBe(maxTaughtPhrases);
      expect(await store.suggestPhrases({ ...place, phrases: [suggestion('one more')] })).toBe(0);
      expect(await store.taughtPhrases(place)).toHaveLength(maxTaughtPhrases);
    });

    test('phrases of the maximum length, of any script, are distinguished by their last character', async () => {
      const { store } = await openWorkspaces(harness);
      const long = '𓀀'.repeat(299);
      const itemId = '𓀀'.repeat(120);
      const phrases = [suggestion(`${long}a`, { itemId }), suggestion(`${long}b`, { itemId })];
      expect(await store.suggestPhrases({ ...place, phrases })).toBe(2);
      expect((await store.taughtPhrases(place)).map(({ text }) => text)).toEqual([`${long}a`, `${long}b`]);
    });

    test('an import that replaces a persona leaves its classifier and the sources of phrases', async () => {
      const { store } = await openWorkspaces(harness);
      await store.keepClassifier({ ...place, hash: 'kept', bytes: Uint8Array.of(1) });
      await store.suggestPhrases({ ...place, phrases: [suggestion('one')] });
      await importEntries(store, workspaceEntry({ profiles: [profileDocument({ persona: { about: 'New.' } })] }));
      expect(await store.classifier(place)).toMatchObject({ hash: 'kept' });
      expect(await store.taughtPhrases(place)).toHaveLength(1);
    });

    test('when a conversation is removed, suggestions from it are too, and accepted phrases stay', async () => {
      const { store } = await openWorkspaces(harness);
      const of = { source: 'inbox', conversationId: 'conv_maya' } as const;
      const phrases = [suggestion('kept', of), suggestion('gone', of), suggestion('of a model')];
      await store.suggestPhrases({ ...place, phrases });
      await store.settlePhrases({ ...place, phrases: phrases.slice(0, 1), outcome: 'accepted' });
      await store.forgetConversations({ workspaceId: place.workspaceId, conversationIds: ['conv_maya'] });
      const left = await store.taughtPhrases(place);
      expect(left.map(({ text, conversationId }) => [text, conversationId])).toEqual([
        ['kept', 'conv_maya'],
        ['of a model', null],
      ]);
    });
  });

  describe('forgetting the phrases from conversations', () => {
    const words = 'Will "it" reach Río? 🌙';
    const fact = (aliases: string[], nearMisses: string[]) => ({ id: 'f_ship', text: 'I ship.', aliases, nearMisses });
    const taught: Persona = { facts: [fact(['delivery', words], ['pickup?', ` ${words} `])] };
    const left: Persona = { facts: [fact(['delivery'], ['pickup?'])] };

    test('the words are removed from the live persona, the draft and the history, with the classifier, and nothing else is', async () => {
      const { store } = await openTaught(harness, taught);
      const before = await store.personaDraft(place);
      const draft = { ...taught, about: 'Draft.', offers: [{ id: 'o', name: 'Mug', text: words, aliases: [words] }] };
      const whole = change('import', JSON.stringify(taught), null);
      const ofItem = change('change', null, JSON.stringify(taught.facts?.[0]));
      for (const [version, each] of [...Array(24).fill(whole), ofItem].entries()) {
        const baseRevision = before?.publishedRevision ?? '';
        await store.saveDraft({ ...place, version, draft, baseRevision, unpublished: 2, change: each });
      }
      expect(await store.forgetPhrases({ workspaceId: 'ws_aurora', conversationIds: ['conv_maya'] })).toBe(1);
      const after = await store.personaDraft(place);
      expect(after).toMatchObject({ published: left, version: 26 });
      expect(after?.draft).toEqual({
        ...left,
        about: 'Draft.',
        offers: [{ id: 'o', name: 'Mug', text: words, aliases: [] }],
      });
      expect(after?.publishedRevision).not.toBe(before?.publishedRevision);
      expect(after?.baseRevision).toBe(after?.publishedRevision);
      const changes = await Promise.all(
        Array.from({ length: 25 }, (_, index) => store.personaChanges({ ...place, version: index + 1, limit: 1 })),
      );
      expect(changes.flat().map((each) => JSON.parse(each.before ?? each.after ?? ''))).toEqual([
        ...Array(24).fill(left),
        left.facts?.[0],
      ]);
      expect(await store.classifier(place)).toBeNull();
      expect((await store.taughtPhrases(place)).map(({ text }) => text)).toEqual(['of a model', 'of another fan']);
      expect(await store.forgetPhrases({ workspaceId: 'ws_aurora', conversationIds: ['conv_maya'] })).toBe(0);
    });

    test('phrases of a conversation that is gone are still removed, and no other profile or workspace is affected', async () => {
      const { store } = await openTaught(harness, taught);
      const others = workspaceEntry({ id: 'ws_other', profiles: [profileDocument({ persona: taught })] });
      await importEntries(store, others);
      const other = { ...place, workspaceId: 'ws_other' };
      await store.suggestPhrases({ ...other, phrases: [fansWords(words)] });
      const second = { ...place, profileId: 'prof_second' };
      const seen = async () => [
        await store.profile(other),
        await store.taughtPhrases(other),
        await store.profile(second),
        await store.classifier(second),
      ];
      await store.keepClassifier({ ...second, hash: 'second', bytes: Uint8Array.of(1) });
      const before = await seen();
      await store.forgetConversations({ workspaceId: 'ws_aurora', conversationIds: ['conv_maya'] });
      expect((await store.profile(place))?.persona).toEqual(taught);
      await store.forgetPhrases({ workspaceId: 'ws_aurora', conversationIds: ['conv_maya', 'conv_never'] });
      expect((await store.profile(place))?.persona).toEqual(left);
      expect(await seen()).toEqual(before);
    });

    test('a draft without any other difference ends, and one without the words is left unchanged', async () => {
      const { store } = await openTaught(harness, left);
      const baseRevision = (await store.personaDraft(place))?.publishedRevision ?? '';
      const saved = { ...place, draft: taught, baseRevision, unpublished: 1 };
      await store.saveDraft({ ...saved, version: 0, change: change('change', null, null) });
      await store.forgetPhrases({ workspaceId: 'ws_aurora', conversationIds: ['conv_maya'] });
      const over = await store.personaDraft(place);
      expect(over).toMatchObject({ draft: null, baseRevision: null, publishedRevision: baseRevision });
      expect((await store.listProfiles({ workspaceId: 'ws_aurora' }))[0]?.unpublished).toBe(0);
      await store.forgetPhrases({ workspaceId: 'ws_aurora', conversationIds: ['conv_other'] });
      expect(await store.personaDraft(place)).toEqual({ ...over, now: expect.any(Number) });
      expect((await store.taughtPhrases(place)).map(({ text }) => text)).toEqual(['of a model']);
    });

    /** Creates two profiles with a persona. The first has a classifier, and phrases from two fans and a model. */
    async function openTaught(of: StoreHarness, persona: Persona): Promise<{ store: Store }> {
      const profiles = ['prof_aurora', 'prof_second'].map((id) => profileDocument({ id, persona }));
      const messages = [inbound(words, '2026-01-01T00:00:00Z')];
      const conversations = ['conv_maya', 'conv_other'].map((id) => conversationDocument({ id, messages }));
      const { store } = await openWorkspaces(of, workspaceEntry({ profiles, conversations }));
      const phrases = [
        fansWords(words),
        suggestion('of a model'),
        suggestion('of another fan', { source: 'page', conversationId: 'conv_other' }),
      ];
      await store.suggestPhrases({ ...place, phrases });
      await store.settlePhrases({ ...place, phrases, outcome: 'accepted' });
      await store.keepClassifier({ ...place, hash: 'kept', bytes: Uint8Array.of(1) });
      return { store };
    }
  });
}

function suggestion(text: string, more: Partial<NewSuggestion> = {}): NewSuggestion {
  return { itemId: 'f_ship', kind: 'alias', text, source: 'model', conversationId: null, ...more };
}

function fansWords(text: string): NewSuggestion {
  return suggestion(text, { source: 'inbox', conversationId: 'conv_maya' });
}

function change(action: NewChange['action'], before: string | null, after: string | null): NewChange {
  const what = { action, itemKind: null, itemId: null, title: 'A change', conversationId: null };
  return { accountId: null, by: 'Ada', ...what, before, after };
}

/** Stores may return bytes as a Buffer. */
function sameBytes(bytes: number[]) {
  return expect.toSatisfy((found: Uint8Array) => Buffer.compare(found, Buffer.from(bytes)) === 0);
}
