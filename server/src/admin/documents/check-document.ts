import { isDeepStrictEqual } from 'node:util';
import type { Persona } from '../../domain/persona.ts';
import type { ConversationDocument, WorkspaceDocument, WorkspaceEntry } from '../../domain/workspace-document.ts';
import { printableName } from '../../lib/printable.ts';
import type { Fault } from '../../lib/validator.ts';

/** What a schema cannot say of a workspace document: ids that stand twice, and times that end before they begin. */
export function checkDocument(document: WorkspaceDocument, report: (fault: Fault) => void): void {
  findRepeated(document.workspaces, 'workspaces', (workspace) => workspace.id, report);
  for (const [index, workspace] of document.workspaces.entries())
    checkWorkspace(workspace, `workspaces[${index}]`, report);
}

function checkWorkspace(workspace: WorkspaceEntry, path: string, report: (fault: Fault) => void): void {
  const profiles = workspace.profiles ?? [];
  const conversations = workspace.conversations ?? [];
  findRepeated(profiles, `${path}.profiles`, (profile) => profile.id, report);
  findRepeated(conversations, `${path}.conversations`, (conversation) => conversation.id, report);
  for (const [index, profile] of profiles.entries()) {
    if (profile.persona !== undefined) checkPersona(profile.persona, `${path}.profiles[${index}].persona`, report);
  }
  for (const [index, conversation] of conversations.entries()) {
    checkMessages(conversation, `${path}.conversations[${index}]`, report);
  }
}

function checkPersona(persona: Persona, path: string, report: (fault: Fault) => void): void {
  const places = new Map<string, string>();
  for (const list of ['phrases', 'facts', 'offers'] as const) {
    for (const [index, item] of (persona[list] ?? []).entries()) {
      const place = `${path}.${list}[${index}]`;
      const earlier = places.get(item.id);
      if (earlier === undefined) places.set(item.id, place);
      else report(repeated(`${place}.id`, item.id, earlier));
    }
  }
  for (const [index, fact] of (persona.facts ?? []).entries()) {
    checkTimes(`${path}.facts[${index}]`, ['validFrom', fact.validFrom], ['validUntil', fact.validUntil], report);
  }
  for (const [index, offer] of (persona.offers ?? []).entries()) {
    checkTimes(`${path}.offers[${index}]`, ['startsAt', offer.startsAt], ['endsAt', offer.endsAt], report);
  }
}

function checkTimes(
  path: string,
  [startName, start]: [string, string | undefined],
  [endName, end]: [string, string | undefined],
  report: (fault: Fault) => void,
): void {
  if (start === undefined || end === undefined || Date.parse(start) < Date.parse(end)) return;
  report({ path: `${path}.${endName}`, message: `${path}.${endName} must be later than ${startName}` });
}

/** The same message twice is one message; the same id with two contents would lose one of them. */
function checkMessages(conversation: ConversationDocument, path: string, report: (fault: Fault) => void): void {
  const places = new Map<string, number>();
  const messages = conversation.messages ?? [];
  for (const [index, message] of messages.entries()) {
    if (message.id === undefined) continue;
    const earlier = places.get(message.id);
    if (earlier === undefined) places.set(message.id, index);
    else if (!isDeepStrictEqual(messages[earlier], message)) {
      report(repeated(`${path}.messages[${index}].id`, message.id, `messages[${earlier}], with other contents`));
    }
  }
}

function findRepeated<T>(
  items: readonly T[],
  path: string,
  idOf: (item: T) => string,
  report: (fault: Fault) => void,
): void {
  const places = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const id = idOf(item);
    const earlier = places.get(id);
    if (earlier === undefined) places.set(id, index);
    else report(repeated(`${path}[${index}].id`, id, `${path}[${earlier}]`));
  }
}

function repeated(path: string, id: string, earlier: string): Fault {
  return { path, message: `${path} "${printableName(id)}" is already the id of ${earlier}` };
}
