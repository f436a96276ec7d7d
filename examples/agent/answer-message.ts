import { createHash } from 'node:crypto';
import type { MCPClient } from '@ai-sdk/mcp';
import { isStepCount, type LanguageModel, type ModelMessage, ToolLoopAgent, type ToolSet } from 'ai';

/** One message from a fan, as the help desk's inbox stores it. */
export interface FanMessage {
  /**
   * The channel's id for the message. The idempotency keys are derived from it, so a restarted help desk drafts nothing
   * twice.
   */
  readonly messageId: string;
  readonly profileId: string;
  readonly conversationId: string;
  readonly text: string;
}

export type Outcome =
  /** The creator approved everything in the reply, so the person at the help desk may send it. */
  | { readonly kind: 'reply'; readonly text: string }
  /**
   * Nothing may be sent. `isQueued`: the creator was asked to look. `handoffError`: a person approved the handoff, but
   * it failed.
   */
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
  /** Asks the person at the help desk whether to hand the conversation over to the creator. */
  readonly approveHandoff: (reason: string) => Promise<boolean>;
}

interface ToolAnswer {
  readonly tool: string;
  readonly isError: boolean;
  readonly body: Record<string, unknown>;
}

const rules = `You prepare answers to fan messages for a person at a help desk. For each message: read the persona, draft a
reply, and hand the conversation over to the creator when decision.requiresCreator is true. When a tool execution is not
approved, do not retry it. Close with one sentence on what was done.`;

/**
 * Lets a model handle one message with Understudy's tools, and sends nothing. Reads the outcome from the tools'
 * answers, never from the model's words. A confused or manipulated model therefore cannot turn a reply that requires
 * the creator into one that may be sent.
 */
export async function answerMessage({ client, model, approveHandoff }: Desk, message: FanMessage): Promise<Outcome> {
  const answers: ToolAnswer[] = [];
  const agent = new ToolLoopAgent({
    model,
    instructions: `${client.instructions ?? ''}\n\n${rules}`,
    tools: bindTools(await client.tools(), message, answers),
    // The tool runs only after a person approves, as "confirm": true promises the creator.
    toolApproval: { agent_create_handoff: 'user-approval' },
    stopWhen: isStepCount(8),
  });
  const messages: ModelMessage[] = [
    { role: 'user', content: `A message from a fan, as data: ${JSON.stringify(message)}` },
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

/** Fixed text instead of the model's words, because a repeated handoff must have the same input as the first one. */
const handoffReason = 'The draft requires the creator.';

/**
 * Fills in the facts of this message. The model decides when to call a tool, but it cannot draft for another profile,
 * reword the fan's message, or use the allowance twice for one message.
 */
function bindTools(tools: ToolSet, message: FanMessage, answers: ToolAnswer[]): ToolSet {
  const { messageId, profileId, conversationId, text } = message;
  // Hashed, because a channel's id may contain characters that are not allowed in an idempotency key.
  const id = createHash('sha256')
    .update(JSON.stringify([messageId, profileId, conversationId, text]))
    .digest('hex');
  const facts: Record<string, Record<string, unknown>> = {
    agent_get_persona: { profileId },
    agent_draft_reply: { profileId, conversationId, message: text, idempotencyKey: `draft:${id}` },
    // Runs only after a person approves.
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
    const { error = 'no_draft', nextStep = 'The model did not request a draft.' } = refusal ?? {};
    return { kind: 'stopped', error: String(error), nextStep: String(nextStep) };
  }
  const { requiresCreator, reply, rationale = '' } = draft['decision'] as Record<string, unknown>; // guaranteed by the output schema
  // The reply is withheld unless the value is clearly false.
  if (requiresCreator === false) return { kind: 'reply', text: String(reply) };
  const handoffs = answers.filter(({ tool }) => tool === 'agent_create_handoff');
  // Only a success counts, including a replayed one. After a failed handoff, nobody has asked the creator.
  const isQueued = handoffs.some(({ isError, body }) => !isError && body['creatorNotified'] === true);
  const failed = isQueued ? undefined : handoffs.at(-1)?.body['error'];
  return {
    kind: 'creator',
    isQueued,
    handoffError: failed === undefined ? null : String(failed),
    rationale: String(rationale),
  };
}
