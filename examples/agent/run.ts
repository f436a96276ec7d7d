// An agent at a desk: prepares the answer to one message, hands off when the creator is needed, sends nothing.
//   UNDERSTUDY_API_KEY=ustudy_live_… npm run example:agent -- prof_aurora CONVERSATION "do you ship to Brazil?"
import { createHash } from 'node:crypto';
import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { createMCPClient } from '@ai-sdk/mcp';
import { answerMessage } from './answer-message.ts';
import { createScriptedModel } from './scripted-model.ts';

const { UNDERSTUDY_URL = 'http://127.0.0.1:8787', UNDERSTUDY_API_KEY = '' } = process.env;
const [profileId, conversationId, text] = process.argv.slice(2);
if (UNDERSTUDY_API_KEY === '' || profileId === undefined || conversationId === undefined || text === undefined) {
  console.error('Usage: UNDERSTUDY_API_KEY=… npm run example:agent -- PROFILE CONVERSATION MESSAGE');
  process.exit(2);
}

const client = await createMCPClient({
  transport: {
    type: 'http',
    url: new URL('/mcp', UNDERSTUDY_URL).href,
    headers: { Authorization: `Bearer ${UNDERSTUDY_API_KEY}` },
  },
});
try {
  // A real inbox has an id for each message. Here the same words in the same conversation count as the same message.
  const messageId = createHash('sha256')
    .update(JSON.stringify([profileId, conversationId, text]))
    .digest('hex')
    .slice(0, 32);
  const outcome = await answerMessage(
    { client, model: createScriptedModel(), approveHandoff },
    { messageId, profileId, conversationId, text },
  );
  if (outcome.kind === 'reply') console.log(`May be sent, by you:\n${outcome.text}`);
  else if (outcome.kind === 'stopped') console.log(`Stopped: ${outcome.error}. ${outcome.nextStep}`);
  else
    console.log(
      `Not to be sent. ${outcome.isQueued ? 'The creator was asked.' : 'The creator was not asked.'} ${outcome.rationale}`,
    );
} finally {
  await client.close();
}

async function approveHandoff(reason: string): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stdout });
  const answer = await terminal.question(`Hand this conversation to the creator? Reason: ${reason} [y/N] `);
  terminal.close();
  return answer.trim().toLowerCase() === 'y';
}
