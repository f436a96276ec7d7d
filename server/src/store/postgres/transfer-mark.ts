import { OperatorError } from '../../lib/errors.ts';
import { refuseMoved, type TransferMark } from '../installation.ts';
import type { Call } from './database.ts';

export function readMark(call: Call): Promise<TransferMark | null> {
  return call('transfer_mark', {});
}

/** @throws OperatorError for data that nobody may open: it was moved away, or is not wholly here. */
export async function refuseMark(call: Call): Promise<void> {
  const refusal = refuseMoved(await readMark(call));
  if (refusal !== null) throw new OperatorError(refusal);
}
