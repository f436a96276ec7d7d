import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onBothStores } from '../cli/support/places.ts';
import { openInbox, received, sent } from './support/open-inbox.ts';
import { postHook } from './support/signed.ts';

const hour = 3_600_000;

onBothStores((fresh) => {
  test('a sender whose clock is an hour ahead or behind changes no timer, and a future message counts as sent now', async () => {
    const { take, command } = await openInbox(fresh);
    const at = (ms: number) => ({ sentAt: new Date(Date.now() + ms).toISOString() });
    await take({ ...received('m1', 'do you ship to Brazil?', 'ahead'), ...at(hour) });
    await take({ ...received('m1', 'do you ship to Brazil?', 'behind'), ...at(-hour) });
    const drafts = async () => (await command('drafts', 'list')).json();
    await expect.poll(async () => (await drafts()).length, { interval: 500 }).toBe(2);
    // The creator's later message is ordered after a message whose timestamp was in the future.
    await take({ ...sent('p1', 'Yes, I do!'), threadId: 'ahead' });
    const states = (await drafts()).map(({ state }: { state: string }) => state).toSorted();
    expect(states).toEqual(['superseded', 'waiting']);
    const listed = (await command('conversations', 'list')).json();
    const times = listed.map(({ lastMessageAt }: { lastMessageAt: string }) => Date.parse(lastMessageAt));
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
  });

  test('an invalid event does not stop the next ones: every event has one result, and the next one is stored', {
    timeout: 400_000,
  }, async () => {
    const { hook, secret, take, command } = await openInbox(fresh);
    let number = 0;
    const poison = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.record({ id: fc.string(), type: fc.constant('message.received'), body: fc.string(), sentAt: fc.string() }),
      fc.constantFrom(
        { ...received('a', '\u0000'), id: 'nul' },
        { ...received('a', '\ud800'), id: 'surrogate' },
        { ...received('a', 'x'.repeat(65_536)), id: 'long' },
        { ...received('a', 'hi'), __proto__: null, surprise: 1 },
        { ...received('a', 'hi'), sentAt: '2026-13-45T99:99:99Z' },
      ),
    );
    const property = fc.asyncProperty(fc.array(poison, { minLength: 1, maxLength: 5 }), async (events) => {
      const { status, body } = await postHook(hook, { events }, { secret });
      expect([status, body.results?.map(({ outcome }) => outcome)]).toEqual([200, events.map(() => 'unreadable')]);
      number += 1;
      expect(await take(received(`m${number}`, 'hello', 'good'))).toEqual(['stored']);
    });
    await fc.assert(property, { numRuns: 25 });
    for (const text of ['', '[', 'null', '{"events":[]}', '[[[[[[', '{"events":{}}']) {
      expect((await postHook(hook, text, { secret })).body.results).toEqual([{ id: null, outcome: 'unreadable' }]);
    }
    const [conversation, ...others] = (await command('conversations', 'list')).json();
    expect([conversation.threadId, conversation.messages, others]).toEqual(['good', number, []]);
  });

  test('a flood on one receiver is rejected with the time to wait, and another receiver accepts its events in the meantime', async () => {
    const limited = async () => ({ ...(await fresh()), UNDERSTUDY_HOOK_REQUESTS_PER_MINUTE: '20' });
    const { hook, secret, command } = await openInbox(limited);
    const made = ['--profile', 'prof_aurora', '--kind', 'generic', '--id', 'con_other'];
    const other = (await command('connections', 'create', ...made)).json();
    const events = Array.from({ length: 60 }, (_, index) => ({ events: [received(`m${index}`, 'hi')] }));
    const answers = await Promise.all(events.map((payload) => postHook(hook, payload, { secret })));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(refused).toHaveLength(40);
    for (const { body, headers } of refused) {
      expect(body.error).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const beside = await postHook(other.receiverUrl, { events: [received('m1', 'hi', 't9')] }, other);
    expect(beside.body.results?.[0]?.outcome).toBe('stored');
    const [most] = (await command('conversations', 'list'))
      .json()
      .filter(({ threadId }: { threadId: string }) => threadId === 't7');
    expect(most.messages).toBe(20);
  });
});
