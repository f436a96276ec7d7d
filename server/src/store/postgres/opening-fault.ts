import { OperatorError } from '../../lib/errors.ts';
import { codeOf, storeFault } from './store-fault.ts';

/**
 * Why opening a database failed: `OperatorError` with a remedy if the operator must act, otherwise `StoreUnavailable`.
 */
export function openingFault(error: unknown): unknown {
  if (error instanceof OperatorError) return error;
  const code = codeOf(error);
  const advice = advices[code] ?? advices[code.slice(0, 2)] ?? adviceOfClient(error);
  return advice === undefined ? storeFault(error) : new OperatorError(advice, [], { cause: error });
}

/** By SQLSTATE or its class. */
const advices: Readonly<Record<string, string>> = {
  '28': "The database refuses the login in DATABASE_URL. Check its user name and password, and the server's pg_hba.conf.",
  '3D000': 'The database named in DATABASE_URL does not exist. Make it with "createdb", or correct the name.',
  '42501':
    'The user in DATABASE_URL may not make or use the schema "understudy". Let it own the database (ALTER DATABASE … OWNER TO …), or grant it CREATE on the database; every process uses the same user.',
};

/** Errors that pg reports without a code. */
function adviceOfClient(error: unknown): string | undefined {
  if (!(error instanceof Error) || !error.message.includes('does not support SSL')) return undefined;
  return 'The database takes no encrypted connections, and DATABASE_URL asks for one. Turn TLS on there (ssl = on), or take "sslmode" and "sslrootcert" out of DATABASE_URL where nobody else is on the way.';
}
