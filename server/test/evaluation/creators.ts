import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { validateDocument } from '../../src/admin/documents/validate-document.ts';
import type { Persona } from '../../src/domain/persona.ts';
import type { WorkspaceDocument } from '../../src/domain/workspace-document.ts';
import { authorsOf } from '../../training/read-messages.ts';
import { guitarist, potter } from '../drafting/personas.ts';

export interface Creator {
  readonly id: string;
  readonly persona: Persona;
}

/** A piece of approved text with its id. */
export interface Approved {
  readonly id: string;
  readonly text: string;
}

/** The time at which the measured replies are written. */
export const now = Date.parse('2026-11-21T12:00:00Z');

const server = join(import.meta.dirname, '../..');

/**
 * Returns the creators for all measurements except the final ones: the demo's, the training and validation authors',
 * and two more.
 */
export function creators(): Creator[] {
  const found = workspacesIn(creatorFiles()).flatMap(({ profiles = [] }) =>
    profiles.map(({ id, persona = {} }) => ({ id, persona })),
  );
  return [...found, { id: 'potter', persona: potter }, { id: 'guitarist', persona: guitarist }];
}

/** Returns the paths of the documents with the demo's and the training and validation authors' creators. */
export function creatorFiles(): string[] {
  const authors = [...authorsOf('cases', 'train'), ...authorsOf('cases', 'validation')];
  return [
    join(server, 'demo/demo-workspace.yaml'),
    ...authors.map((author) => join(server, 'training/cases', author, 'workspace.yaml')),
  ];
}

/**
 * @throws if a document is invalid
 */
export function workspacesIn(files: readonly string[]): WorkspaceDocument['workspaces'] {
  return files.flatMap((file) => validateDocument(parse(readFileSync(file, 'utf8')), file).workspaces);
}

/** Returns the creator's facts and offers that are approved and valid at `now`. */
export function validItems({ facts = [], offers = [] }: Persona): Approved[] {
  const isOn = (from: string | undefined, until: string | undefined): boolean =>
    (from === undefined || Date.parse(from) <= now) && (until === undefined || now < Date.parse(until));
  return [
    ...facts.filter((fact) => fact.approved !== false && isOn(fact.validFrom, fact.validUntil)),
    ...offers.filter((offer) => offer.approved !== false && isOn(offer.startsAt, offer.endsAt)),
  ];
}
