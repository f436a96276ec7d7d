import { DraftRequest, DraftResponse } from '../domain/agent-contract.ts';
import { ServiceError } from '../lib/errors.ts';
import { type Capability, defineCapability } from './capability.ts';
import { draftLeased } from './draft-leased.ts';
import { draftOptimistic } from './draft-optimistic.ts';
import type { DraftReplyDeps } from './draft-parts.ts';
import { createInputParser } from './parse-input.ts';

/** Drafts a decision on one inbound message: charged once, stored, replayed. Sends nothing and changes no state. */
export function createDraftReply(deps: DraftReplyDeps): Capability<DraftRequest> {
  const parseFields = createInputParser(DraftRequest);
  return defineCapability({
    name: 'draft_reply',
    title: 'Draft a reply',
    description:
      'Reads one inbound message and prepares a decision: what it wants, how risky it is, and a reply within what the creator approved. Nothing is ever sent.',
    scope: 'replies:write',
    isWrite: true,
    input: DraftRequest,
    output: DraftResponse,
    parse(raw) {
      const input = parseFields(raw);
      if (input.conversationId !== undefined && input.history !== undefined) {
        throw new ServiceError('invalid_request', {
          message:
            'history and conversationId exclude each other: with a conversationId the service loads the history itself.',
        });
      }
      return input;
    },
    async run(call) {
      const result = (await draftOptimistic(deps, call)) ?? (await draftLeased(deps, call));
      if (result.isReplay) deps.measures.replayed('draft');
      return result;
    },
  });
}
