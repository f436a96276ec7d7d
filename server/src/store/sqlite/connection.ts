import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

/** One open database. Statements are prepared once per text and kept; rows have the shape that their SQL selects. */
export interface Connection {
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** Rows as arrays of their columns: half the cost of objects, where there are many. */
  tuples<Row extends readonly SQLOutputValue[]>(sql: string, ...values: SQLInputValue[]): Row[];
  /** How many rows were changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** Runs one or more statements that are not kept. */
  execute(sql: string): void;
  isInTransaction(): boolean;
  close(): void;
}

export interface ConnectionOptions {
  readonly isReadOnly?: boolean;
  /** How long a statement waits for a lock that another connection holds. */
  readonly busyTimeoutMs: number;
}

/** Opens a database whose commits are on the disk when they return (synchronous=FULL), unless its owner sets that otherwise. Throws the driver's errors. */
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
    // A row's shape is what the SQL beside it selects; only the caller knows it.
    get: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => statement(sql).all(...values) as Row[],
    tuples: <Row extends readonly SQLOutputValue[]>(sql: string, ...values: SQLInputValue[]) =>
      // With setReturnArrays, the driver gives arrays where its types know objects only.
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
