import type { TSchema } from 'typebox';
import type { Actor, Scope } from '../domain/actor.ts';
import type { StageEnd } from '../domain/measures.ts';
import { requireScope } from './require-scope.ts';

/** One call of a capability by a verified key. */
export interface CapabilityCall<Input> {
  readonly actor: Actor;
  readonly input: Input;
  /** Valid for writes; empty for reads. */
  readonly idempotencyKey: string;
  readonly requestId: string;
  /** True once whoever called has hung up. Absent: nobody can tell. */
  readonly isCallerGone?: () => boolean;
  /** Hears of each stage as it ends. */
  readonly stageEnded?: StageEnd;
  /** Waits for something that is not the service's own work, so that others can have their turn meanwhile. */
  readonly aside?: <Result>(work: () => Promise<Result> | Result) => Promise<Result>;
}

/** The response as JSON text: a replay is byte for byte what was stored. */
export interface CapabilityResult {
  readonly json: string;
  readonly isReplay: boolean;
}

/** What a capability is, for every surface that offers it. */
export interface CapabilityDescription {
  readonly name: 'read_persona' | 'read_usage' | 'draft_reply' | 'create_handoff';
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  /** A write needs an idempotency key. */
  readonly isWrite: boolean;
  readonly input: TSchema;
  readonly output: TSchema;
}

/** What each capability defines: its description, how its input is read, and its work. */
export interface CapabilityDefinition<Input> extends CapabilityDescription {
  /** The input, checked. @throws ServiceError `invalid_request` naming the field and the bound, or `agent_confirmation_required`. */
  parse(raw: unknown): Input;
  /** @throws ServiceError with a code of the contract, or StoreUnavailable. */
  run(call: CapabilityCall<Input>): Promise<CapabilityResult>;
}

/** A capability that checks its own scope. Surfaces are adapters over it. */
export interface Capability<Input = unknown> extends CapabilityDefinition<Input> {
  /**
   * Refuses a key without the scope. `run` does so too; a surface calls this before it reads the input, because the contract
   * puts the scope first. @throws ServiceError `agent_scope_missing`
   */
  authorize(actor: Actor): void;
}

/** Makes a capability whose work never starts for a key without its scope. */
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
