import { DraftRequest, DraftResponse } from '../domain/agent-contract.ts';
import { ServiceError } from '../lib/errors.ts';
import type { CapabilityDefinition } from './capability.ts';
import { draftLeased } from './draft-leased.ts';
import { draftOptimistic } from './draft-optimistic.ts';

/**
 * Drafts a reply to one inbound message. The decision is charged once, stored, and returned again for repeated
 * requests. Sends nothing, and leaves the conversation unchanged.
 */
export const draftReply: CapabilityDefinition<DraftRequest, DraftResponse> = {
  path: '/api/v1/agent/draft',
  scope: 'replies:write',
  isWrite: true,
  input: DraftRequest,
  output: DraftResponse,
  tool: {
    name: 'agent_draft_reply',
    title: 'Draft a reply',
    description:
      'Reads one inbound message and returns a decision: intent, riskLevel, confidence and a reply that uses only what the creator approved. It never sends anything. If decision.requiresCreator is true, you must not send, publish or paraphrase the reply. Offer the user a handoff instead. Never guess a profileId. Ask the user. Send conversationId if there is one, otherwise history, never both. Each new draft takes one reply of the monthly allowance; a repeat with the same idempotencyKey takes none.',
  },
  openapi: {
    operationId: 'draftReply',
    schemaName: 'Draft',
    tag: 'Replies',
    summary: 'Draft a reply to one inbound message',
    description:
      "Returns only a decision: nothing is sent and no state changes. If `requiresCreator` is true, only the creator may send or publish the reply. Each stored draft takes one unit of the workspace's monthly reply allowance; a replay takes none. Send either `conversationId` or `history`, not both.",
    success: 'The decision',
    errors: ['agent_profile_not_found', 'agent_monthly_quota_used'],
    requests: {
      withConversation: {
        summary: 'The service loads the history',
        value: {
          profileId: 'prof_aurora',
          conversationId: 'conv_maya',
          message: 'hi! do you ship to Brazil?',
        },
      },
      withHistory: {
        summary: 'The caller sends the history',
        value: {
          profileId: 'prof_aurora',
          message: 'how much is it?',
          history: [{ direction: 'inbound', sender_type: 'contact', body: 'I love the Moon mug' }],
        },
      },
    },
    responses: {
      safe: {
        summary: 'A reply that may be sent unchanged',
        value: {
          ok: true,
          decision: {
            intent: 'shipping',
            riskLevel: 'safe',
            confidence: 0.93,
            reply: 'Hey you! I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
            rationale: 'The message is a shipping question. The reply uses approved text from f_ship.',
            requiresCreator: false,
            mediaAssetId: 'asset_parcel',
          },
        },
      },
      review: {
        summary: 'A message that the creator must answer',
        value: {
          ok: true,
          decision: {
            intent: 'order_status',
            riskLevel: 'review',
            confidence: 0.88,
            reply: '',
            rationale:
              "The message is a question about the sender's own order. It is left to the creator because only the creator answers such messages.",
            requiresCreator: true,
            mediaAssetId: '',
          },
        },
      },
    },
  },
  check: {
    fields({ conversationId, history }) {
      if (conversationId === undefined || history === undefined) return;
      throw new ServiceError('invalid_request', {
        message:
          'history and conversationId are mutually exclusive: with a conversationId, the service loads the history itself.',
      });
    },
  },
  async run(deps, call) {
    const result = (await draftOptimistic(deps, call)) ?? (await draftLeased(deps, call));
    if (result.isReplay) deps.measures.replayed('draft');
    return result;
  },
};
