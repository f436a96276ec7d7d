import type { TSchema } from 'typebox';
import type { Actor, Scope } from '../domain/actor.ts';
import type { StageEnd } from '../domain/measures.ts';

/** One call of a capability by a verified key that holds its scope. */
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

/** A capability: one description, one way to read its input, one way to run it. Surfaces are adapters over it. */
export interface Capability<Input = unknown> extends CapabilityDescription {
  /** The input, checked. @throws ServiceError `invalid_request` naming the field and the bound, or `agent_confirmation_required`. */
  parse(raw: unknown): Input;
  /** @throws ServiceError with a code of the contract, or StoreUnavailable. */
  run(call: CapabilityCall<Input>): Promise<CapabilityResult>;
}
