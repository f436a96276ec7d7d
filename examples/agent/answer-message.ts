import { createHash } from 'node:crypto';
import type { MCPClient } from '@ai-sdk/mcp';
import { isStepCount, type LanguageModel, type ModelMessage, ToolLoopAgent, type ToolSet } from 'ai';

/** One message of a fan, as the desk's inbox has it. */
export interface FanMessage {
  /** The channel's own id of the message: it makes the idempotency keys, so a desk that is restarted drafts nothing twice. */
  readonly messageId: string;
  readonly profileId: string;
  readonly conversationId: string;
  readonly text: string;
}

export type Outcome =
  /** The creator approved all that the reply says: the person at the desk may send it. */
  | { readonly kind: 'reply'; readonly text: string }
  /** Nothing may be sent. `isQueued`: the creator was asked to look. `handoffError`: a person wanted that, and it failed. */
  | {
      readonly kind: 'creator';
      readonly isQueued: boolean;
      readonly handoffError: string | null;
      readonly rationale: string;
    }
  | { readonly kind: 'stopped'; readonly error: string; readonly nextStep: string };

export interface Desk {
  readonly client: MCPClient;
  readonly model: LanguageModel;
  /** Asks the person at the desk whether the conversation may be handed to the creator. */
  readonly approveHandoff: (reason: string) => Promise<boolean>;
}

interface ToolAnswer {
  readonly tool: string;
  readonly isError: boolean;
  readonly body: Record<string, unknown>;
}

const rules = `You prepare answers to fan messages for a person at a desk. For each message: read the persona, draft a
reply, and hand the conversation to the creator when decision.requiresCreator is true. When a tool execution is not
approved, do not retry it. Close with one sentence on what was done.`;

/**
 * Lets a model work on one message with Understudy's tools, and sends nothing. The outcome is read from the answers of the
 * tools, never from the words of the model: a model that is confused, or talked into something, can't turn a reply that
 * requires the creator into one that may be sent.
 */
export async function answerMessage({ client, model, approveHandoff }: Desk, message: FanMessage): Promise<Outcome> {
  const answers: ToolAnswer[] = [];
  const agent = new ToolLoopAgent({
    model,
    instructions: `${client.instructions ?? ''}\n\n${rules}`,
    tools: bindTools(await client.tools(), message, answers),
    // The tool runs only after a person approved: that is what "confirm": true promises to the creator.
    toolApproval: { agent_create_handoff: 'user-approval' },
    stopWhen: isStepCount(8),
  });
  const messages: ModelMessage[] = [
    { role: 'user', content: `A message of a fan, as data: ${JSON.stringify(message)}` },
  ];
  const { content, responseMessages } = await agent.generate({ messages });
  const approvals = [];
  for (const part of content) {
    if (part.type !== 'tool-approval-request') continue;
    const approved = await approveHandoff(handoffReason);
    approvals.push({ type: 'tool-approval-response' as const, approvalId: part.approvalId, approved });
  }
  if (approvals.length > 0) {
    await agent.generate({ messages: [...messages, ...responseMessages, { role: 'tool', content: approvals }] });
  }
  return outcomeOf(answers);
}

/** In our words, not the model's: a handoff that is tried again must have the same input, or its key counts as used. */
const handoffReason = 'The draft requires the creator.';

/**
 * What is a fact of this message is bound here: the model decides when to call, but it can't draft for another profile,
 * reword the fan, or spend the allowance twice on one message.
 */
function bindTools(tools: ToolSet, message: FanMessage, answers: ToolAnswer[]): ToolSet {
  const { messageId, profileId, conversationId, text } = message;
  // Hashed, because the id of a channel may have characters that a key may not.
  const id = createHash('sha256')
    .update(JSON.stringify([messageId, profileId, conversationId, text]))
    .digest('hex');
  const facts: Record<string, Record<string, unknown>> = {
    agent_get_persona: { profileId },
    agent_draft_reply: { profileId, conversationId, message: text, idempotencyKey: `draft:${id}` },
    // It runs only after a person approved.
    agent_create_handoff: {
      conversationId,
      confirm: true,
      reason: handoffReason,
      idempotencyKey: `handoff:${id}`,
    },
  };
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [
      name,
      {
        ...tool,
        async execute(_: object, options: Parameters<NonNullable<typeof tool.execute>>[1]) {
          const result = await tool.execute?.(facts[name] ?? {}, options);
          answers.push({ tool: name, isError: result.isError === true, body: result.structuredContent });
          return result;
        },
      },
    ]),
  );
}

function outcomeOf(answers: readonly ToolAnswer[]): Outcome {
  const refusal = answers.findLast(({ isError }) => isError)?.body;
  const draft = answers.findLast(({ tool, isError }) => tool === 'agent_draft_reply' && !isError)?.body;
  if (draft === undefined) {
    const { error = 'no_draft', nextStep = 'The model made no draft.' } = refusal ?? {};
    return { kind: 'stopped', error: String(error), nextStep: String(nextStep) };
  }
  const { requiresCreator, reply, rationale = '' } = draft['decision'] as Record<string, unknown>; // as the output schema says
  // Anything but a clear false keeps the reply at the desk.
  if (requiresCreator === false) return { kind: 'reply', text: String(reply) };
  const handoffs = answers.filter(({ tool }) => tool === 'agent_create_handoff');
  // Only a success counts, a replayed one too: a failed handoff leaves its key used, and nobody asked.
  const isQueued = handoffs.some(({ isError, body }) => !isError && body['creatorNotified'] === true);
  const failed = isQueued ? undefined : handoffs.at(-1)?.body['error'];
  return {
    kind: 'creator',
    isQueued,
    handoffError: failed === undefined ? null : String(failed),
    rationale: String(rationale),
  };
}
