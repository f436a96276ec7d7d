import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

/**
 * One open database. Each distinct statement is prepared once and then reused. A row has the columns that its SQL
 * selects.
 */
export interface Connection {
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Returns rows as arrays of columns. For many rows, this costs half as much as objects. */
  tuples<Row extends readonly SQLOutputValue[]>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Returns how many rows were changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Executes one or more statements, and does not keep them as prepared statements. */
  execute(sql: string): void;
  isInTransaction(): boolean;
  close(): void;
}

export interface ConnectionOptions {
  readonly isReadOnly?: boolean;
  /** How long a statement waits for a lock that another connection holds, in milliseconds. */
  readonly busyTimeoutMs: number;
}

/**
 * Opens a database whose commits are on disk when they return (synchronous=FULL), unless the caller changes that
 * setting. Throws the driver's errors.
 */
export function openConnection(path: string, { isReadOnly = false, busyTimeoutMs }: ConnectionOptions): Connection {
  const db = new DatabaseSync(path, { readOnly: isReadOnly, timeout: busyTimeoutMs });
  const statements = new Map<string, StatementSync>();
  const tupleStatements = new Map<string, StatementSync>();

  function statement(sql: string): StatementSync {
    let prepared = statements.get(sql);
    if (prepared === undefined) {
      prepared = db.prepare(sql);
      statements.set(sql, prepared);
    }
    return prepared;
  }

  function tupleStatement(sql: string): StatementSync {
    let prepared = tupleStatements.get(sql);
    if (prepared === undefined) {
      prepared = db.prepare(sql);
      prepared.setReturnArrays(true);
      tupleStatements.set(sql, prepared);
    }
    return prepared;
  }

  try {
    db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF');
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    // Only the caller knows the shape of a row, because the caller's SQL selects it.
    get: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as Row[],
    tuples: <Row extends readonly SQLOutputValue[]>(sql: string, ...values: SQLInputValue[]) =>
      // With setReturnArrays, the driver returns arrays, although its types describe only objects.
      tupleStatement(sql).all(...values) as unknown as Row[],
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    execute: (sql) => db.exec(sql),
    isInTransaction: () => db.isTransaction,
    close: () => {
      statements.clear();
      tupleStatements.clear();
      if (db.isOpen) db.close();
    },
  };
}
