import { HandoffRequest, HandoffResponse } from '../domain/agent-contract.ts';
import type { HandoffVerdict } from '../domain/notification.ts';
import { urgencyOf } from '../domain/urgency-of.ts';
import { type Acting, actingAs } from '../lib/acting.ts';
import { ServiceError } from '../lib/errors.ts';
import { createId } from '../lib/ids.ts';
import type { AdmitHandoffResult } from '../store/write-port.ts';
import type { CapabilityCall, CapabilityDefinition, CapabilityDeps } from './capability.ts';
import { admissionOf, answerRefusal, finishWrite } from './write-once.ts';

/** Hands a conversation over to the creator, and stores its state, the notification and the response in one commit. */
export const createHandoff: CapabilityDefinition<HandoffRequest, HandoffResponse> = {
  path: '/api/v1/agent/handoff',
  scope: 'handoffs:write',
  isWrite: true,
  input: HandoffRequest,
  output: HandoffResponse,
  tool: {
    name: 'agent_create_handoff',
    title: 'Hand off to the creator',
    description:
      'Puts a conversation in front of the creator for review and queues one notification to them. It sends nothing to the fan. Ask the user first, and set confirm to true only after they approve. Never guess a conversationId. Ask the user. Use it when a draft says requiresCreator, or when the user wants the creator to take over.',
  },
  openapi: {
    operationId: 'createHandoff',
    schemaName: 'Handoff',
    tag: 'Replies',
    summary: 'Hand a conversation over to the creator',
    description:
      'Sets the conversation to `awaiting_owner` and queues exactly one notification to the creator. Send `confirm: true` only after the user approves.',
    success: 'The conversation is waiting for its creator',
    errors: ['agent_confirmation_required'],
    requests: {
      confirmed: {
        value: { conversationId: 'conv_maya', confirm: true, reason: 'Asks where her order is' },
      },
    },
    responses: {
      queued: {
        value: {
          ok: true,
          conversationId: 'conv_maya',
          state: 'awaiting_owner',
          creatorNotified: true,
        },
      },
    },
  },
  check: {
    raw(raw) {
      const isObject = typeof raw === 'object' && raw !== null && !Array.isArray(raw);
      if (isObject && Object.getOwnPropertyDescriptor(raw, 'confirm')?.value !== true) {
        throw new ServiceError('agent_confirmation_required');
      }
    },
  },
  async run(deps, call) {
    const result = await handOff(deps, call);
    if (result.isReplay) deps.measures.replayed('handoff');
    return result;
  },
};

async function handOff(deps: CapabilityDeps, call: CapabilityCall<HandoffRequest>) {
  const { store, terms } = deps;
  const { conversationId } = call.input;
  const admission = admissionOf(call, terms);
  const admitted = await store.admitHandoff({ ...admission, conversationId });
  call.stageEnded?.('admission');
  if (admitted.outcome === 'conversation_not_found') throw new ServiceError('agent_conversation_not_found');
  if (admitted.outcome !== 'admitted') return answerRefusal(admitted);
  const lease = {
    workspaceId: call.actor.workspaceId,
    operation: 'handoff',
    idempotencyKey: call.idempotencyKey,
    leaseToken: admission.leaseToken,
  } as const;
  return finishWrite({ store, stageEnded: call.stageEnded }, lease, async () => {
    const verdict = await judge(deps, call, admitted);
    const body: HandoffResponse = { ok: true, conversationId, state: 'awaiting_owner', creatorNotified: true };
    const json = JSON.stringify(body);
    return {
      json,
      settle: () =>
        actingAs(actingOf(call), () =>
          store.settleHandoff({
            ...lease,
            conversationId,
            notificationId: createId('ntf'),
            verdict,
            response: json,
            retentionMs: terms.retentionMs,
          }),
        ),
      stored() {
        deps.measures.handedOff();
        deps.onQueued();
      },
    };
  });
}

function actingOf({ actor }: CapabilityCall<HandoffRequest>): Acting {
  return { kind: 'key', id: actor.keyId, name: null, surface: 'api', address: actor.address ?? null };
}

/** Assesses the latest inbound message for the notification. If the assessment fails, the handoff still succeeds. */
async function judge(
  deps: CapabilityDeps,
  call: CapabilityCall<HandoffRequest>,
  admitted: Extract<AdmitHandoffResult, { outcome: 'admitted' }>,
): Promise<HandoffVerdict> {
  const reason = call.input.reason ?? null;
  const { profile, conversation } = admitted;
  const latest = conversation.latestInbound;
  try {
    if (latest === null) throw new Error('a conversation without an inbound message was admitted');
    const { profileId, persona } = profile;
    const input = {
      message: latest.body,
      history: conversation.messages.filter((message) => (message.sentAt ?? 0) < (latest.sentAt ?? 0)),
      displayName: profile.displayName,
      persona,
      classifier: await deps.classifiers.get({ workspaceId: call.actor.workspaceId, profileId, persona }),
      relationship: conversation.relationship,
      awaitsCreator: false,
      now: admitted.now,
      workspaceId: call.actor.workspaceId,
    };
    const { decision } = await deps.engine.draft(input, undefined, call.stageEnded);
    const { intent, riskLevel } = decision;
    return { reason, intent, riskLevel, urgency: urgencyOf(decision) };
  } catch (error) {
    deps.log.error({ requestId: call.requestId, err: error }, 'a handoff could not be assessed');
    return { reason, intent: 'unclear', riskLevel: 'review', urgency: 'high' };
  }
}
