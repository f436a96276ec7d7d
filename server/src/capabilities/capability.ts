import type { TSchema } from 'typebox';
import type { Actor, Scope } from '../domain/actor.ts';
import type { StageEnd } from '../domain/measures.ts';
import { requireScope } from './require-scope.ts';

/** One call of a capability by a verified key. */
export interface CapabilityCall<Input> {
  readonly actor: Actor;
  readonly input: Input;
  /** Required for writes; empty for reads. */
  readonly idempotencyKey: string;
  readonly requestId: string;
  /** True once the caller has disconnected. If absent, this cannot be known. */
  readonly isCallerGone?: () => boolean;
  /** Receives each stage when it ends. */
  readonly stageEnded?: StageEnd;
  /** Waits for something other than the service's own work, so that others can have their turn meanwhile. */
  readonly aside?: <Result>(work: () => Promise<Result> | Result) => Promise<Result>;
}

/** The response as JSON text: a replay returns the stored bytes unchanged. */
export interface CapabilityResult {
  readonly json: string;
  readonly isReplay: boolean;
}

/** The description of a capability, for every surface that offers it. */
export interface CapabilityDescription {
  readonly name: 'read_persona' | 'read_usage' | 'draft_reply' | 'create_handoff';
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  /** A write requires an idempotency key. */
  readonly isWrite: boolean;
  readonly input: TSchema;
  readonly output: TSchema;
}

/** The parts that each capability defines: its description, the reading of its input, and its work. */
export interface CapabilityDefinition<Input> extends CapabilityDescription {
  /**
   * The validated input. @throws ServiceError `invalid_request` naming the field and the bound, or
   * `agent_confirmation_required`.
   */
  parse(raw: unknown): Input;
  /** @throws ServiceError with a code of the contract, or StoreUnavailable. */
  run(call: CapabilityCall<Input>): Promise<CapabilityResult>;
}

/** A capability that checks its own scope. Surfaces are adapters over it. */
export interface Capability<Input = unknown> extends CapabilityDefinition<Input> {
  /**
   * Refuses a key without the scope. `run` does so too. A surface calls this before it reads the input, because the
   * contract checks the scope first. @throws ServiceError `agent_scope_missing`
   */
  authorize(actor: Actor): void;
}

/** Creates a capability whose work never starts for a key without its scope. */
export function defineCapability<Input>(definition: CapabilityDefinition<Input>): Capability<Input> {
  const authorize = (actor: Actor) => requireScope(actor, definition.scope);
  return {
    ...definition,
    authorize,
    async run(call) {
      authorize(call.actor);
      return definition.run(call);
    },
  };
}
