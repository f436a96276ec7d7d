import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from '../support/check.ts';
import { question, received, sent } from '../support/events.ts';

/** Checks what repeats, bursts and waiting cost. */
export const countingChecks: readonly Check[] = [
  {
    number: 2,
    title: 'the same event, delivered 200 times at the same time, is one message and one unit',
    runs: 'shared',
    async run({ open }) {
      const inbox = await open({ connection: ['--quiet-seconds', '0'] });
      const event = received('m1', question);
      const outcomes = (await Promise.all(Array.from({ length: 200 }, () => inbox.take(event)))).flat();
      assert.equal(outcomes.filter((outcome) => outcome === 'stored').length, 1);
      assert.equal(outcomes.filter((outcome) => outcome === 'duplicate').length, 199);
      await inbox.until('the draft', async () => (await inbox.drafts()).length === 1);
      await delay(500);
      const [conversation] = await inbox.command('conversations', 'list');
      assert.equal(conversation.messages, 1);
      assert.equal(await inbox.units(), 1);
      return { deliveries: outcomes.length, messages: conversation.messages, units: 1 };
    },
  },
  {
    number: 3,
    title: 'three messages within 10 seconds get one draft and cost one unit',
    runs: 'slow',
    async run({ open }) {
      const inbox = await open();
      for (const [index, body] of ['hi!', question, 'and how long does it take?'].entries()) {
        if (index > 0) await delay(5_000);
        await inbox.take(received(`m${index}`, body));
      }
      const at = performance.now();
      await inbox.until('the draft', async () => (await inbox.drafts()).length > 0, 40_000);
      const quietSeconds = (performance.now() - at) / 1_000;
      assert.ok(quietSeconds >= 19.5, `drafted after ${quietSeconds} quiet seconds, before 20`);
      await delay(2_000);
      const drafts = await inbox.drafts();
      assert.deepEqual(
        drafts.map(({ messages }) => messages),
        [3],
      );
      assert.equal(await inbox.units(), 1);
      return { drafts: drafts.length, answered: 3, units: 1, quietSeconds: Math.round(quietSeconds) };
    },
  },
  {
    number: 4,
    title: 'a thread that gets a message every 15 seconds is drafted 120 seconds after the first message',
    runs: 'slow',
    async run({ open }) {
      const inbox = await open();
      const at = performance.now();
      const seconds = () => (performance.now() - at) / 1_000;
      let messages = 0;
      let drafted: number | null = null;
      while (drafted === null) {
        if (seconds() >= messages * 15) {
          messages += 1;
          await inbox.take(received(`m${messages}`, `and one more thing, number ${messages}`));
        }
        assert.ok(seconds() < 135, 'not drafted within 135 seconds');
        if ((await inbox.drafts()).length > 0) drafted = seconds();
        else await delay(1_000);
      }
      assert.ok(drafted >= 119, `drafted after ${drafted} seconds`);
      return { messages, draftedAfterSeconds: Math.round(drafted) };
    },
  },
  {
    number: 12,
    title: '500 threads with an allowance of 100 use exactly 100 units, and a crisis still reaches the creator',
    runs: 'shared',
    async run({ open }) {
      const inbox = await open({ connection: ['--quiet-seconds', '0'], workspace: { monthlyReplies: 100 } });
      for (let first = 0; first < 500; first += 100) {
        const events = Array.from({ length: 100 }, (_, at) => received('m1', question, `t${first + at}`));
        assert.deepEqual(new Set(await inbox.take(...events)), new Set(['stored']));
      }
      await inbox.until('400 held threads', async () => (await heldIn(inbox)).length === 400, 120_000);
      await inbox.take(received('m2', 'I want to kill myself', heldThread(await heldIn(inbox))));
      const urgent = async () =>
        (await inbox.command('notifications', 'list')).filter(
          ({ verdict }: { verdict: { urgency: string } | null }) => verdict?.urgency === 'urgent',
        );
      await inbox.until('the crisis', async () => (await urgent()).length > 0);
      const [notice] = await urgent();
      assert.equal(notice.type, 'handoff.created');
      assert.equal(notice.verdict.reason, 'hazard');
      const drafts = await inbox.drafts();
      assert.equal(drafts.length, 100);
      assert.equal(await inbox.units(), 100);
      const types = (await inbox.command('notifications', 'list')).map(({ type }: { type: string }) => type);
      for (const type of ['allowance.low', 'allowance.used'])
        assert.equal(types.filter((each: string) => each === type).length, 1, type);
      return { threads: 500, units: 100, held: (await heldIn(inbox)).length, urgency: notice.verdict.urgency };
    },
  },
  {
    number: 14,
    title:
      'when allowance becomes available again, at most a tenth of it is used for 1,000 held threads within an hour, with the newest first',
    runs: 'shared',
    async run({ open }) {
      const inbox = await open({ connection: ['--quiet-seconds', '0'], workspace: { monthlyReplies: 0 } });
      for (let first = 0; first < 1_000; first += 100) {
        const events = Array.from({ length: 100 }, (_, at) => received('m1', question, `t${first + at}`));
        await inbox.take(...events);
        await delay(20);
      }
      await inbox.until('1,000 held threads', async () => (await heldIn(inbox)).length === 1_000, 180_000);
      await inbox.change({ monthlyReplies: 1_000 });
      await inbox.until('100 drafts', async () => (await inbox.drafts()).length >= 100, 60_000);
      await delay(12_000);
      const drafted = new Set((await inbox.drafts()).map(({ conversationId }) => conversationId));
      const conversations: { id: string; threadId: string; held: string | null }[] = await inbox.command(
        'conversations',
        'list',
      );
      const threads = conversations
        .filter(({ id }) => drafted.has(id))
        .map(({ threadId }) => Number(threadId.slice(1)));
      assert.equal(threads.length, 100);
      assert.ok(Math.min(...threads) >= 900, `thread t${Math.min(...threads)} was drafted before newer ones`);
      assert.equal(await inbox.units(), 100);
      return { held: 1_000, limit: 1_000, drafted: threads.length, oldestDrafted: `t${Math.min(...threads)}` };
    },
  },
  {
    number: 6,
    title: 'if the creator writes before the draft, there is no draft, and the thread is locked for 15 minutes',
    runs: 'shared',
    async run({ open }) {
      const inbox = await open({ connection: ['--quiet-seconds', '2'] });
      await inbox.take(received('m1', question), sent('p1', 'I am on it!'));
      await inbox.take(received('m2', 'thanks! and to Peru?'));
      await delay(5_000);
      assert.deepEqual(await inbox.drafts(), []);
      assert.equal(await inbox.units(), 0);
      const [conversation] = await inbox.command('conversations', 'list');
      const lockedMinutes = (Date.parse(conversation.lockedUntil) - Date.now()) / 60_000;
      assert.ok(lockedMinutes > 14 && lockedMinutes <= 15, `locked for ${lockedMinutes} minutes`);
      return { drafts: 0, units: 0, lockedMinutes: Math.round(lockedMinutes) };
    },
  },
];

interface Listed {
  readonly threadId: string;
  readonly held: string | null;
}

async function heldIn(inbox: { command(...args: string[]): Promise<Listed[]> }): Promise<Listed[]> {
  return (await inbox.command('conversations', 'list')).filter(({ held }) => held !== null);
}

function heldThread([first]: readonly Listed[]): string {
  assert.ok(first !== undefined);
  return first.threadId;
}
