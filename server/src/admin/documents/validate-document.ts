import { WorkspaceDocument } from '../../domain/workspace-document.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createValidator, type Fault } from '../../lib/validator.ts';
import { asBrowsersSend } from './browser-origin.ts';
import { checkDocument } from './check-document.ts';

/** The maximum number of faults that are listed. All faults are counted. */
const maxFaults = 200;

/**
 * Validates a workspace document and returns it. In the returned document, origins have the form that browsers send.
 * `further` contains the faults that other checks found, which the error also lists.
 * @throws OperatorError that lists all faults, ordered by path
 */
export function validateDocument(value: unknown, name: string, further: readonly Fault[] = []): WorkspaceDocument {
  if (value === null || value === undefined)
    throw new OperatorError(`${name} is empty. A workspace document contains a list of "workspaces".`);
  const result = createValidator(WorkspaceDocument, { subject: 'the document', maxFaults })(value);
  const faults: Fault[] = result.ok ? [] : [...result.faults];
  let total = (result.ok ? 0 : result.total) + further.length;
  const told = new Set(faults.map(({ path }) => path));
  checkDocument(value, (fault) => {
    if (told.has(fault.path)) return;
    total += 1;
    if (faults.length < 2 * maxFaults) faults.push(fault);
  });
  if (!result.ok || total > 0) throw refusal(name, [...faults, ...further], total);
  return { workspaces: result.value.workspaces.map(withOriginsAsSent) };
}

function withOriginsAsSent(workspace: WorkspaceDocument['workspaces'][number]) {
  const { allowedOrigins } = workspace;
  return allowedOrigins === undefined ? workspace : { ...workspace, allowedOrigins: asBrowsersSend(allowedOrigins) };
}

function refusal(name: string, faults: readonly Fault[], total: number): OperatorError {
  const count = total === 1 ? 'one fault' : `${total} faults`;
  const byPlace = new Intl.Collator('en', { numeric: true });
  const listed = faults.toSorted((one, other) => byPlace.compare(one.path, other.path)).slice(0, maxFaults);
  const rest = total > listed.length ? [`… and ${total - listed.length} more`] : [];
  return new OperatorError(`${name} has ${count}, so nothing was imported.`, [
    ...listed.map((fault) => fault.message),
    ...rest,
  ]);
}
