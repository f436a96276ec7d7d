// An agent for a help desk: drafts the answer to one message, hands off if the creator is needed, and sends nothing.
//   UNDERSTUDY_API_KEY=ustudy_live_… npm run example:agent -- prof_aurora conv_maya "do you ship to Brazil?"
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { createMCPClient } from '@ai-sdk/mcp';
import { answerMessage, type FanMessage, type Outcome } from './answer-message.ts';
import { createScriptedModel } from './scripted-model.ts';

const { UNDERSTUDY_URL = 'http://127.0.0.1:8787', UNDERSTUDY_API_KEY = '' } = process.env;
const [profileId, conversationId, text] = process.argv.slice(2);
if (UNDERSTUDY_API_KEY === '' || profileId === undefined || conversationId === undefined || text === undefined) {
  console.error('Usage: UNDERSTUDY_API_KEY=… npm run example:agent -- PROFILE CONVERSATION MESSAGE');
  process.exit(2);
}

try {
  const outcome = await work({ profileId, conversationId, text });
  if (outcome.kind === 'reply') console.log(`You may send this:\n${outcome.text}`);
  else if (outcome.kind === 'stopped') console.log(`Stopped: ${outcome.error}. ${outcome.nextStep}`);
  else console.log(`Do not send a reply. The creator was ${outcome.isQueued ? '' : 'not '}asked. ${outcome.rationale}`);
  const handoffError = outcome.kind === 'creator' ? outcome.handoffError : null;
  if (handoffError !== null) console.log(`The handoff failed: ${handoffError}. Run this command again to retry.`);
  if (outcome.kind === 'stopped' || handoffError !== null) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function work(message: Omit<FanMessage, 'messageId'>): Promise<Outcome> {
  const url = new URL('/mcp', UNDERSTUDY_URL).href;
  const headers = { Authorization: `Bearer ${UNDERSTUDY_API_KEY}` };
  const client = await createMCPClient({ transport: { type: 'http', url, headers } });
  try {
    // A real inbox has an id for each message. In this example, the same words in the same conversation count as one
    // message.
    const messageId = createHash('sha256').update(JSON.stringify(message)).digest('hex').slice(0, 32);
    return await answerMessage({ client, model: createScriptedModel(), approveHandoff }, { messageId, ...message });
  } finally {
    await client.close();
  }
}

/** Asks at the terminal. Anything other than "y", including no answer, counts as a no. */
async function approveHandoff(reason: string): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stdout });
  const ended = once(terminal, 'close').then(() => 'n');
  const answer = await Promise.race([
    terminal.question(`Hand this conversation over to the creator? Reason: ${reason} [y/N] `),
    ended,
  ]);
  terminal.close();
  return answer.trim().toLowerCase() === 'y';
}
