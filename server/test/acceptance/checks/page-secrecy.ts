import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { ask, visit } from '../../page/support/visitor.ts';
import type { Check } from '../support/check.ts';
import { fromNetwork, manyNetworks, openPage } from '../support/visitors.ts';

/** Checks the stored data of visitors, and the headers of every answer. */
export const pageSecrecyChecks: readonly Check[] = [
  {
    number: 20,
    title:
      "neither the store, the log, nor an export contains a visitor's contact details, link, address, or proof in plain text",
    runs: 'alone',
    env: { ...manyNetworks, UNDERSTUDY_LOG_LEVEL: 'debug' },
    async run({ open, place, service }) {
      const { inbox, page } = await openPage({ open });
      const canary = `canary${randomBytes(12).toString('hex')}`;
      const headers = fromNetwork(64_003);
      const question = `who is your dentist? ${canary}`;
      const contact = `${canary}@example.org`;
      const { body } = await ask(page, question, { contact, headers });
      assert.equal(body.answered, false);
      const token = String(body.link).split('/').at(-1) ?? '';
      assert.ok((await visit(`${inbox.url}${body.link}`, { headers })).text.includes(canary));
      await ask(page, `${canary} do you ship to Brazil?`, { contact, headers });
      const dump = await place.dump();
      assert.ok(dump.includes(canary), 'the question itself is kept, and found in the dump');
      const address = headers['x-forwarded-for'] ?? '';
      const log = service.output();
      assert.ok(log.length > 100 && log.length < 20_000, 'the log was written, and all of it was kept');
      const exported = JSON.stringify(await inbox.command('export'));
      for (const secret of [contact, token, address, address.replace(/\.\d+$/, '.0/24')]) {
        assert.ok(!dump.includes(secret), 'the store has a secret of a visitor in plain text');
        assert.ok(!log.includes(secret), 'the log has a secret of a visitor');
        assert.ok(!exported.includes(secret), 'the export has a secret of a visitor');
      }
      assert.ok(!log.includes(canary), 'the log has words of a visitor');
      return { dumpedBytes: dump.length, loggedBytes: log.length, exportedBytes: exported.length, secrets: 0 };
    },
  },
  {
    number: 25,
    title:
      'every response of a Page is strict: it loads only its own parts, only chosen origins can frame it, and it has no cookie and no CORS',
    runs: 'alone',
    env: manyNetworks,
    async run({ open }) {
      const framed = 'https://a.example';
      const { page, inbox } = await openPage({ open }, { frameAncestors: [framed] });
      const passed = await ask(page, 'who is your dentist?');
      const paths = [
        ['', 200],
        ['/ask', 200],
        ['/challenge', 200],
        ['/theme.css', 200],
        [String(passed.body.link).replace(/^\/p\/[^/]+/, ''), 200],
        ['/r/none', 404],
        ['/nowhere', 404],
      ] as const;
      const answers = [
        passed,
        ...(await Promise.all(
          paths.map(([path]) => visit(`${page}${path}`, { headers: { origin: 'https://evil.example' } })),
        )),
        await visit(`${inbox.url}/p/page.js`),
        await visit(`${inbox.url}/p/ask.js`),
        await visit(`${inbox.url}/p/none`),
        await visit(`${page}/ask`, {
          method: 'OPTIONS',
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
        }),
      ];
      assert.deepEqual(
        answers.slice(1, 1 + paths.length).map(({ status }) => status),
        paths.map(([, status]) => status),
      );
      for (const { headers } of answers) {
        const policy = headers.get('content-security-policy') ?? '';
        assert.match(policy, /^default-src 'none'; base-uri 'none'; /);
        assert.ok(!policy.includes('unsafe') && !policy.includes('*'), policy);
        assert.match(policy, /; frame-ancestors ('none'|https:\/\/a\.example)$/);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
        assert.ok(headers.get('x-request-id'));
        const names = [...headers.keys()];
        assert.deepEqual(
          names.filter((name) => /^(set-cookie|x-frame-options|access-control-.*)$/.test(name)),
          [],
        );
      }
      const front = answers[1];
      assert.ok(front?.headers.get('content-security-policy')?.endsWith(`frame-ancestors ${framed}`));
      assert.equal(front?.headers.get('cache-control'), 'max-age=60');
      const etag = front?.headers.get('etag') ?? '';
      assert.equal((await visit(page, { headers: { 'if-none-match': etag } })).status, 304);
      for (const answer of answers.slice(2, 6)) assert.equal(answer.headers.get('cache-control'), 'no-store');
      const inline = /<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|javascript:/i;
      for (const { text, headers } of answers)
        if (headers.get('content-type')?.startsWith('text/html')) assert.doesNotMatch(text, inline);
      return { answers: answers.length, cookies: 0, corsHeaders: 0, browserPart: 'see the browser tests' };
    },
  },
];
