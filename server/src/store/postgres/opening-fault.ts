import { OperatorError } from '../../lib/errors.ts';
import { codeOf, storeFault } from './store-fault.ts';

/**
 * Returns why opening a database failed: `OperatorError` with a remedy if the operator must act, otherwise the error
 * that `storeFault` returns.
 */
export function openingFault(error: unknown): unknown {
  if (error instanceof OperatorError) return error;
  const code = codeOf(error);
  const advice = advices[code] ?? advices[code.slice(0, 2)] ?? adviceOfClient(error);
  return advice === undefined ? storeFault(error) : new OperatorError(advice, [], { cause: error });
}

/** The remedies by SQLSTATE or by its class. */
const advices: Readonly<Record<string, string>> = {
  '28': "The database rejected the login in DATABASE_URL. Check its user name and password, and the server's pg_hba.conf.",
  '3D000': 'The database named in DATABASE_URL does not exist. Create it with "createdb", or correct the name.',
  '42501':
    'The user in DATABASE_URL does not have permission to create or use the schema "understudy". Make this user the owner of the database (ALTER DATABASE … OWNER TO …), or grant the user CREATE on the database. Every process must use the same user.',
};

/** Returns the remedy for an error that pg reports without a code, if there is one. */
function adviceOfClient(error: unknown): string | undefined {
  if (!(error instanceof Error) || !error.message.includes('does not support SSL')) return undefined;
  return 'The database does not accept encrypted connections, but DATABASE_URL asks for one. Turn on TLS in the database server (ssl = on), or remove "sslmode" and "sslrootcert" from DATABASE_URL if nobody else can read the network traffic.';
}
