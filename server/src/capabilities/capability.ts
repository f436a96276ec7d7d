import type { TSchema } from 'typebox';
import type { Actor, Scope } from '../domain/actor.ts';
import type { Measures, StageEnd } from '../domain/measures.ts';
import type { Engine } from '../drafting/engine.ts';
import type { ErrorCode } from '../lib/error-catalogue.ts';
import type { Log } from '../lib/log.ts';
import type { Store } from '../store/port.ts';
import type { MonthlyReplies } from '../store/workspace-port.ts';
import type { ClassifierShelf } from '../teaching/classifier-shelf.ts';
import { createInputParser } from './parse-input.ts';
import type { ProfileCache } from './profile-cache.ts';
import { requireScope } from './require-scope.ts';

/** One call of a capability by a verified key. */
export interface CapabilityCall<Input> {
  readonly actor: Actor;
  readonly input: Input;
  /** Required for writes; empty for reads. */
  readonly idempotencyKey: string;
  readonly requestId: string;
  /** Returns true once the caller has disconnected. If omitted, this cannot be known. */
  readonly isCallerGone?: () => boolean;
  /** Called when a stage ends. */
  readonly stageEnded?: StageEnd;
  /**
   * Runs work that waits for another service or thread. While it waits, the request gives up its turn, so that other
   * requests can run.
   */
  readonly aside?: <Result>(work: () => Promise<Result> | Result) => Promise<Result>;
}

/** The response as JSON text. A replay returns the stored bytes unchanged. */
export interface CapabilityResult {
  readonly json: string;
  readonly isReplay: boolean;
}

/**
 * Everything about a capability that does not need a store. It is the only source of the capability's path, schemas,
 * texts and examples. Routes, tools and the OpenAPI description are built from it.
 */
export interface CapabilityDescription<Input = unknown, Output = unknown> {
  readonly path: string;
  readonly scope: Scope;
  /** True for a write: a POST with a body, which requires an idempotency key. A read is a GET with a query. */
  readonly isWrite: boolean;
  readonly input: TSchema;
  readonly output: TSchema;
  readonly tool: {
    readonly name: string;
    readonly title: string;
    /**
     * The text that a model reads before it calls the tool. It says when to use the tool, and what the model must do
     * with the answer.
     */
    readonly description: string;
  };
  readonly openapi: {
    readonly operationId: string;
    /** The name of the OpenAPI components, which are called `<name>Request` and `<name>Response`. */
    readonly schemaName: string;
    readonly tag: 'Replies' | 'Creator';
    readonly summary: string;
    readonly description: string;
    /** The meaning of a 200 response. */
    readonly success: string;
    /** The error codes that this capability may return in addition to those that every capability may return. */
    readonly errors: readonly ErrorCode[];
    /** Example requests. The first request also provides the examples of query parameters. */
    readonly requests: Examples<Input>;
    readonly responses: Examples<Output>;
  };
}

type Examples<Value> = Readonly<Record<string, { readonly summary?: string; readonly value: Value }>>;

export interface WriteTerms {
  readonly leaseMs: number;
  readonly retentionMs: number;
}

/** The parts of the service that capabilities use. */
export interface CapabilityDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly profiles: ProfileCache;
  readonly classifiers: Pick<ClassifierShelf, 'get'>;
  readonly terms: WriteTerms;
  readonly monthlyReplies: MonthlyReplies;
  readonly log: Log;
  readonly measures: Pick<Measures, 'decided' | 'replayed' | 'handedOff'>;
  /** Called after a notification is queued. Its delivery then starts without waiting for the next poll. */
  readonly onQueued: () => void;
}

/** A description, together with the checks of its input and the work that it does. */
export interface CapabilityDefinition<Input = unknown, Output = unknown> extends CapabilityDescription<Input, Output> {
  /**
   * The checks that a schema cannot express, on the raw input and on the fields.
   * @throws ServiceError `invalid_request`, which names the field and the bound, or `agent_confirmation_required`
   */
  readonly check?: { raw?(raw: unknown): void; fields?(input: Input): void };
  /** Does the work and returns its result. @throws ServiceError with a code of the contract, or StoreUnavailable */
  run(deps: CapabilityDeps, call: CapabilityCall<Input>): Promise<CapabilityResult>;
}

/** A capability that checks its own scope. REST and MCP are adapters over it. */
export interface Capability<Input = unknown> extends CapabilityDescription {
  /**
   * Rejects a key that lacks the scope, as `run` also does. Callers use this function before they read the input,
   * because the contract checks the scope first.
   * @throws ServiceError `agent_scope_missing`
   */
  authorize(actor: Actor): void;
  /** Returns the validated input. @throws ServiceError as the definition's checks do */
  parse(raw: unknown): Input;
  /** Does the work and returns its result. @throws ServiceError with a code of the contract, or StoreUnavailable */
  run(call: CapabilityCall<Input>): Promise<CapabilityResult>;
}

/** Connects a capability to its dependencies. For a key without the scope, the work of the capability never starts. */
export function createCapability<Input>(
  { run, check, ...description }: CapabilityDefinition<Input>,
  deps: CapabilityDeps,
): Capability<Input> {
  const authorize = (actor: Actor) => requireScope(actor, description.scope);
  const parseFields = createInputParser(description.input);
  return {
    ...description,
    authorize,
    parse(raw) {
      check?.raw?.(raw);
      const input = parseFields(raw) as Input; // The definition declares its schema's type.
      check?.fields?.(input);
      return input;
    },
    async run(call) {
      authorize(call.actor);
      return run(deps, call);
    },
  };
}
