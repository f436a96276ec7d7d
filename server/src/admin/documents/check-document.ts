import { isDeepStrictEqual } from 'node:util';
import { printableName } from '../../lib/printable.ts';
import type { Fault } from '../../lib/validator.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkConnections } from './check-connections.ts';
import { listAt, textAt, valueAt } from './loose-values.ts';
import { tooManyPhrases } from './training-phrases.ts';

type Report = (fault: Fault) => void;

/**
 * Reports faults in a workspace document that a schema cannot describe, such as duplicate ids, periods that end before
 * they begin, and unusable addresses. Skips malformed values, because the schema reports them.
 */
export function checkDocument(document: unknown, report: Report): void {
  const workspaces = listAt(document, 'workspaces');
  findRepeated(workspaces, 'workspaces', report);
  for (const [index, workspace] of workspaces.entries()) checkWorkspace(workspace, `workspaces[${index}]`, report);
}

function checkWorkspace(workspace: unknown, path: string, report: Report): void {
  checkAddresses(workspace, path, report);
  const profiles = listAt(workspace, 'profiles');
  const conversations = listAt(workspace, 'conversations');
  findRepeated(profiles, `${path}.profiles`, report);
  findRepeated(conversations, `${path}.conversations`, report);
  for (const [index, profile] of profiles.entries()) {
    const persona = valueAt(profile, 'persona');
    const place = `${path}.profiles[${index}].persona`;
    checkPersona(persona, place, report);
    const tooMany = tooManyPhrases(persona);
    const name = printableName(textAt(profile, 'id') ?? '');
    if (tooMany !== null) report({ path: place, message: `${place} (profile "${name}") ${tooMany}` });
  }
  checkConnections(workspace, path, report);
  findRepeated(listAt(workspace, 'pages'), `${path}.pages`, report, 'slug');
  for (const [index, conversation] of conversations.entries())
    checkMessages(listAt(conversation, 'messages'), `${path}.conversations[${index}]`, report);
}

function checkPersona(persona: unknown, path: string, report: Report): void {
  const places = new Map<string, string>();
  for (const list of ['phrases', 'facts', 'offers']) {
    for (const [index, item] of listAt(persona, list).entries()) {
      const place = `${path}.${list}[${index}]`;
      checkTimes(item, place, ['validFrom', 'validUntil'], report);
      checkTimes(item, place, ['startsAt', 'endsAt'], report);
      const id = textAt(item, 'id');
      if (id === null) continue;
      const earlier = places.get(id);
      if (earlier === undefined) places.set(id, place);
      else report(repeated(`${place}.id`, id, earlier));
    }
  }
}

function checkTimes(item: unknown, path: string, [startName, endName]: readonly [string, string], report: Report) {
  const start = Date.parse(textAt(item, startName) ?? '');
  const end = Date.parse(textAt(item, endName) ?? '');
  // A comparison with an invalid timestamp is false.
  if (start >= end)
    report({ path: `${path}.${endName}`, message: `${path}.${endName} must be later than ${startName}` });
}

/** Reports an empty message, unless it was deleted or has an attachment, and a deleted message with a body. */
function checkBody(message: unknown, path: string, report: Report): void {
  const body = valueAt(message, 'body');
  const isDeleted = textAt(message, 'deletedAt') !== null;
  if (body === '' && !isDeleted && listAt(message, 'attachments').length === 0)
    report({ path, message: `${path} must not be empty, unless the message has attachments` });
  if (typeof body === 'string' && body !== '' && isDeleted)
    report({ path, message: `${path} must be empty, because the message was deleted` });
}

/**
 * Reports messages with the same id and different contents, because one of them would be lost. Identical messages count
 * as one.
 */
function checkMessages(messages: readonly unknown[], path: string, report: Report): void {
  const places = new Map<string, number>();
  for (const [index, message] of messages.entries()) {
    checkBody(message, `${path}.messages[${index}].body`, report);
    const id = textAt(message, 'id');
    if (id === null) continue;
    const earlier = places.get(id);
    if (earlier === undefined) places.set(id, index);
    else if (!isDeepStrictEqual(messages[earlier], message)) {
      report(repeated(`${path}.messages[${index}].id`, id, `messages[${earlier}], with different contents`));
    }
  }
}

function findRepeated(items: readonly unknown[], path: string, report: Report, field = 'id'): void {
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const id = textAt(item, field);
    if (id === null) continue;
    const earlier = places.get(id);
    if (earlier === undefined) places.set(id, index);
    else report(repeated(`${path}[${index}].${field}`, id, `${path}[${earlier}]`));
  }
}

function repeated(path: string, id: string, earlier: string): Fault {
  const field = path.slice(path.lastIndexOf('.') + 1);
  return { path, message: `${path} "${printableName(id)}" is already the ${field} of ${earlier}` };
}
