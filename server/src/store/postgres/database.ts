import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { type Operation, swiftOperations } from './operations.ts';
import { isConflict, storeFault } from './store-fault.ts';

/** Parameters by the names that the function in SQL gives them, without their `p_`; JSON ones as JSON text. */
export type Parameters = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/**
 * Runs one function of schema `understudy` as one transaction in one round trip, and returns what it returns; again
 * when it collided with another transaction.
 * @throws StoreUnavailable
 */
export type Call = <Result>(operation: Operation, parameters: Parameters) => Promise<Result>;

export interface Database {
  readonly call: Call;
  /** Runs several calls as one transaction, the whole again on a collision. A rehearsal and whatever throws leave nothing. */
  transaction<Result>(kind: TransactionKind, work: (call: Call) => Promise<Result>): Promise<Result>;
  /**
   * Runs operations of the store as one change: every call and every change that `work` makes meanwhile joins its transaction. For
   * what makes one commit by itself; again from the start on a collision.
   */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
}

export type TransactionKind = keyof typeof transactionKinds;

const transactionKinds = {
  change: ['BEGIN', 'COMMIT'],
  rehearsal: ['BEGIN', 'ROLLBACK'],
  snapshot: ['BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', 'COMMIT'],
} as const;

/** The way to the functions in the database: nothing else of it is touched by the service. */
export function createDatabase(pool: Pool): Database {
  const joined = new AsyncLocalStorage<Call>();
  return {
    call: (operation, parameters) =>
      (joined.getStore() ?? ((...of) => again(() => run(pool, ...of))))(operation, parameters),
    transaction(kind, work) {
      const inside = kind === 'change' ? joined.getStore() : undefined;
      return inside === undefined ? again(() => transaction(pool, kind, work)) : work(inside);
    },
    together: (work) => again(() => transaction(pool, 'change', (call) => joined.run(readable(call), work))),
  };
}

const attempts = 5;
/** Callers of a request give up after 30 s as a rule: what they get by then may be a refusal, but not silence. The functions give up waiting for a lock before it. */
export const swiftTimeoutMs = 10_000;
/** Counting reads all rows of a workspace at once, for somebody who waits. */
const countTimeoutMs = 86_400_000;

async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || attempt === attempts) throw storeFault(error);
      await delay(Math.random() * 20 * attempt);
    }
  }
}

/**
 * Has the commit awaited, also where the server, the database or the role says that it need not be: what was acknowledged
 * would be lost with a crash. A function whose commit promises nothing turns that off again. Set with the query itself, as a
 * pooler in transaction mode keeps nothing of a session.
 */
const awaited = `set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
  ELSE current_setting('synchronous_commit') END, true)`;

/** The same call, whose failures are told as those of a call by itself are; a collision is left to the whole. */
function readable(call: Call): Call {
  return (operation, parameters) =>
    call<never>(operation, parameters).catch((error: unknown) => {
      throw isConflict(error) ? error : storeFault(error);
    });
}

/**
 * Functions plan without sequential scans, and where a small table leaves no other way, the plan looks so dear that PostgreSQL would
 * compile it, for hundreds of milliseconds, to read a few rows.
 */
const interpreted = `set_config('jit', 'off', true)`;

async function run<Result>(
  connection: Pool | PoolClient,
  operation: Operation,
  parameters: Parameters,
): Promise<Result> {
  const names = Object.keys(parameters);
  const list = names.map((name, index) => `p_${name} => $${index + 1}`).join(', ');
  const query = {
    text: `SELECT ${awaited} AS awaited, ${interpreted} AS interpreted, understudy.${operation}(${list}) AS result`,
    values: names.map((name) => parameters[name]),
    ...(swiftOperations.has(operation) && { query_timeout: swiftTimeoutMs }),
    ...(operation === 'count_rows' && { query_timeout: countTimeoutMs }),
  };
  const answer = await connection.query<{ result: Result }>(query);
  // Our own functions answer in the forms of the port: each file of this folder names what it calls.
  return (answer.rows[0] as { result: Result }).result;
}

async function transaction<Result>(
  pool: Pool,
  kind: TransactionKind,
  work: (call: Call) => Promise<Result>,
): Promise<Result> {
  const [begin, end] = transactionKinds[kind];
  const client = await pool.connect();
  let isBroken = false;
  let isSwift = true;
  try {
    const beginning = { text: begin, query_timeout: swiftTimeoutMs };
    await client.query(beginning);
    const result = await work((operation, parameters) => {
      isSwift &&= swiftOperations.has(operation);
      return run(client, operation, parameters);
    });
    const ending = { text: end, ...(isSwift && { query_timeout: swiftTimeoutMs }) };
    await client.query(ending);
    return result;
  } catch (error) {
    isBroken = !isConflict(error) && storeFault(error) !== error;
    if (!isBroken) await client.query('ROLLBACK').catch(() => (isBroken = true));
    throw error;
  } finally {
    // A connection that is closed ends its transaction by that.
    client.release(isBroken);
  }
}
