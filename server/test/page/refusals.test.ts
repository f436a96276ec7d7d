import { expect, test } from 'vitest';
import { sqliteHarness } from '../support/store-harness.ts';
import { openPage } from './support/open-page.ts';
import { post, proofOf, prove, visit } from './support/visitor.ts';

test('every error in the contract occurs, in the documented order', async () => {
  const world = await openPage(sqliteHarness());
  const question = 'do you ship to Brazil?';
  const proof = await prove(world.page);
  const codeOf = async (answer: Promise<{ status: number; body: { error: string } }>) => {
    const { status, body } = await answer;
    return [status, body.error];
  };
  const wrong = { origin: 'https://evil.example' };
  const raw = (body: string, headers: Record<string, string>) =>
    visit(`${world.page}/ask`, { method: 'POST', body, headers });
  const json = { 'content-type': 'application/json' };
  expect(await codeOf(post(`${world.url}/p/Aurora`, {}, wrong))).toEqual([404, 'page_not_found']);
  expect(await codeOf(raw('x', { 'content-type': 'text/plain', ...wrong }))).toEqual([415, 'unsupported_media_type']);
  expect(await codeOf(raw(' '.repeat(16_385), { ...json, ...wrong }))).toEqual([413, 'payload_too_large']);
  expect(await codeOf(raw('{', { ...json, ...wrong }))).toEqual([400, 'invalid_json']);
  expect(await codeOf(post(world.page, { question: 'x', proof }, wrong))).toEqual([400, 'invalid_request']);
  expect(await codeOf(post(world.page, { question, proof, more: 1 }, wrong))).toEqual([400, 'invalid_request']);
  expect(await codeOf(post(world.page, { question: 'a\0b', proof }, wrong))).toEqual([400, 'invalid_request']);
  expect(await codeOf(post(world.page, { question, proof }, wrong))).toEqual([403, 'page_origin_rejected']);
  expect(await codeOf(post(world.page, { question, proof }, { origin: 'null' }))).toEqual([
    403,
    'page_origin_rejected',
  ]);
  expect(await codeOf(post(world.page, { question }))).toEqual([403, 'page_proof_required']);
  expect(await codeOf(post(world.page, { question, proof: 'AAAA' }))).toEqual([403, 'page_proof_required']);
  expect((await post(world.page, { question, proof }, { origin: world.url })).status).toBe(200);
  expect(await codeOf(post(world.page, { question, proof }))).toEqual([409, 'page_proof_spent']);
});

test('a proof that was changed, belongs to a different Page, or has expired is rejected', async () => {
  const world = await openPage(sqliteHarness());
  const { body: challenge } = await visit(`${world.page}/challenge`);
  const { parameters, signature } = challenge;
  expect(parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 1, keyLength: 32, data: { page: world.slug } });
  expect(parameters.expiresAt - Date.now() / 1_000).toBeGreaterThan(595);
  const question = 'do you ship to Brazil?';
  const refused = async (proof: string) => expect((await post(world.page, { question, proof })).status).toBe(403);
  await refused(proofOf({ signature, parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 } }));
  await refused(proofOf({ signature, parameters: { ...parameters, data: { page: 'other' } } }));
  await refused(proofOf({ signature: signature.replace(/./, (c: string) => (c === 'a' ? 'b' : 'a')), parameters }));
  const text = Buffer.from(proofOf(challenge), 'base64').toString();
  const { solution } = JSON.parse(text);
  const forged = { challenge, solution: { ...solution, derivedKey: solution.derivedKey.replace(/.$/, '') } };
  await refused(Buffer.from(JSON.stringify(forged)).toString('base64'));
  const off = { challenge, solution: { ...solution, counter: solution.counter + 1 } };
  await refused(Buffer.from(JSON.stringify(off)).toString('base64'));
  expect((await post(world.page, { question, proof: proofOf(challenge) })).status).toBe(200);
});
