import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { swiftOperations } from './operations.ts';
import { isConflict, storeFault } from './store-fault.ts';

/** Parameters by their SQL names, without the prefix `p_`. JSON parameters are JSON text. */
export type Parameters = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/**
 * Runs one function of the schema `understudy` as one transaction in one round trip, and returns its result. Retries if
 * the transaction conflicts with another.
 * @throws StoreUnavailable
 */
export type Call = <Result>(operation: string, parameters: Parameters) => Promise<Result>;

export interface Database {
  readonly call: Call;
  /**
   * Runs several calls as one transaction, and retries it as a whole after a conflict. A transaction of the kind
   * `rehearsal` is always rolled back, and so is one in which `work` throws an exception.
   */
  transaction<Result>(kind: TransactionKind, work: (call: Call) => Promise<Result>): Promise<Result>;
  /**
   * Runs store operations as one change: every call and change that `work` makes joins one transaction. Use it for
   * steps that need a single commit. After a conflict, `work` is called again from the beginning.
   */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Returns true if the caller runs inside `together`. */
  isJoined(): boolean;
}

export type TransactionKind = keyof typeof transactionKinds;

const transactionKinds = {
  change: ['BEGIN', 'COMMIT'],
  rehearsal: ['BEGIN', 'ROLLBACK'],
  snapshot: ['BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', 'COMMIT'],
} as const;

/** Returns access to the functions in the database. Operations use nothing else in it. */
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
    isJoined: () => joined.getStore() !== undefined,
  };
}

const attempts = 5;
/**
 * The query timeout of `swiftOperations`. Callers usually give up on a request after 30 s, and should get an error
 * before then.
 */
export const swiftTimeoutMs = 10_000;
/**
 * The query timeout of `count_rows`, which reads all rows of a workspace in one call. An operator waits for the call,
 * so it may take a long time.
 */
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
 * Makes the transaction wait until its commit is durable, even if the server, the database or the role turns
 * synchronous commits off, because a crash would otherwise lose acknowledged data. A function whose commit need not be
 * durable turns them off again. The query itself changes the setting, because a pooler in transaction mode keeps no
 * session state.
 */
const awaited = `set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on'
  ELSE current_setting('synchronous_commit') END, true)`;

/**
 * Wraps a call so that its failures are reported like those of a single call. The surrounding transaction handles
 * conflicts.
 */
function readable(call: Call): Call {
  return (operation, parameters) =>
    call<never>(operation, parameters).catch((error: unknown) => {
      throw isConflict(error) ? error : storeFault(error);
    });
}

/**
 * Functions are planned without sequential scans. If a small table can only be scanned, the estimated cost of the scan
 * is so high that PostgreSQL would spend hundreds of milliseconds compiling a plan that reads a few rows.
 */
const interpreted = `set_config('jit', 'off', true)`;

async function run<Result>(connection: Pool | PoolClient, operation: string, parameters: Parameters): Promise<Result> {
  const names = Object.keys(parameters);
  const list = names.map((name, index) => `p_${name} => $${index + 1}`).join(', ');
  const query = {
    text: `SELECT ${awaited} AS awaited, ${interpreted} AS interpreted, understudy.${operation}(${list}) AS result`,
    values: names.map((name) => parameters[name]),
    ...(swiftOperations.has(operation) && { query_timeout: swiftTimeoutMs }),
    ...(operation === 'count_rows' && { query_timeout: countTimeoutMs }),
  };
  const answer = await connection.query<{ result: Result }>(query);
  // Each function returns the type that its caller in this folder states.
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
    // Closing a connection ends its transaction.
    client.release(isBroken);
  }
}
