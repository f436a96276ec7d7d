import { WorkspaceDocument } from '../../domain/workspace-document.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createValidator, type Fault } from '../../lib/validator.ts';
import { checkDocument } from './check-document.ts';

/** How many faults of a document are listed; all are counted. */
const maxFaults = 200;

/** A workspace document that fits its description. @throws OperatorError that lists its faults by path. */
export function validateDocument(value: unknown, name: string): WorkspaceDocument {
  if (value === null || value === undefined)
    throw new OperatorError(`${name} is empty. A workspace document has a list of "workspaces".`);
  const result = createValidator(WorkspaceDocument, { subject: 'the document', maxFaults })(value);
  if (!result.ok) throw refusal(name, result.faults, result.total);
  const faults: Fault[] = [];
  let total = 0;
  checkDocument(result.value, (fault) => {
    total += 1;
    if (faults.length < maxFaults) faults.push(fault);
  });
  if (total > 0) throw refusal(name, faults, total);
  return result.value;
}

function refusal(name: string, faults: readonly Fault[], total: number): OperatorError {
  const count = total === 1 ? 'one fault' : `${total} faults`;
  const rest = total > faults.length ? [`… and ${total - faults.length} more`] : [];
  return new OperatorError(`${name} has ${count}, so nothing was imported.`, [
    ...faults.map((fault) => fault.message),
    ...rest,
  ]);
}
