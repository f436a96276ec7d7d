import type { CapabilityCall } from '../capabilities/capability.ts';
import type { Actor } from '../domain/actor.ts';
import { IdempotencyKey } from '../domain/agent-contract.ts';
import type { StageEnd } from '../domain/measures.ts';
import { type ErrorCode, errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError, StoreUnavailable } from '../lib/errors.ts';
import { createValidator } from '../lib/validator.ts';
import { nextStepOf } from './next-steps.ts';
import type { AgentTool } from './tools.ts';

export interface ToolCaller {
  readonly actor: Actor;
  readonly requestId: string;
  /** Receives every refusal, with its cause, for the log. */
  readonly onRefusal: (code: ErrorCode, cause: unknown) => void;
  /** Receives each stage of the request when it ends. */
  readonly stageEnded?: StageEnd;
  /** Returns true once the caller has disconnected. Omitted if this cannot be known. */
  readonly isCallerGone?: () => boolean;
  /** Passed to the capability as its call's `aside`. */
  readonly aside?: CapabilityCall<unknown>['aside'];
}

const validateKey = createValidator(IdempotencyKey);

/**
 * Runs a tool for a caller. Resolves to the result as JSON text, which contains the capability's JSON as structured
 * content and as text. Never throws: a refusal is a result with `isError`, the error envelope, and the next step in
 * words.
 */
export async function callTool(
  tool: AgentTool,
  args: Readonly<Record<string, unknown>>,
  caller: ToolCaller,
): Promise<string> {
  const { capability } = tool;
  try {
    capability.authorize(caller.actor);
    const { idempotencyKey, fields } = capability.isWrite ? splitKey(args) : { idempotencyKey: '', fields: args };
    const input = capability.parse(fields);
    caller.stageEnded?.('reading');
    const { json, isReplay } = await capability.run({
      actor: caller.actor,
      input,
      idempotencyKey,
      requestId: caller.requestId,
      isCallerGone: () => caller.isCallerGone?.() === true,
      stageEnded: caller.stageEnded,
      aside: caller.aside,
    });
    return resultOf(json, isReplay ? ',"_meta":{"understudy/idempotency-replayed":true}' : '');
  } catch (error) {
    const refusal = refusalOf(error);
    caller.onRefusal(refusal.code, refusal === error ? null : error);
    return failure(refusal, caller.requestId);
  }
}

function splitKey({ idempotencyKey, ...fields }: Readonly<Record<string, unknown>>) {
  const result = validateKey(idempotencyKey);
  if (!result.ok) throw new ServiceError('idempotency_key_required');
  return { idempotencyKey: result.value, fields };
}

function refusalOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError(error instanceof StoreUnavailable ? 'service_unavailable' : 'internal_error');
}

function failure({ code, message, details }: ServiceError, requestId: string): string {
  const { retryable } = errorCatalogue[code];
  const body = { ok: false, error: code, message, requestId, retryable, nextStep: nextStepOf(code, details) };
  return resultOf(JSON.stringify(body), ',"isError":true');
}

/** Builds a result as text, so that both surfaces return a stored response's exact bytes. */
function resultOf(json: string, more: string): string {
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}${more}}`;
}
