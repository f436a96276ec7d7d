import type { Store } from '../../store/port.ts';
import type { ImportSummary } from '../../store/workspace-port.ts';
import { type TeachingSummary, teachProfiles } from '../../teaching/teach-profiles.ts';
import { type FlaggedProfile, flaggedProfiles } from '../teaching/flagged-profiles.ts';
import { findUnknownProfiles } from './find-unknown-profiles.ts';
import { parseDocument } from './parse-document.ts';
import { validateDocument } from './validate-document.ts';

/** Receives the progress of an import. */
export interface ImportProgress {
  /** Called when `part` of the text has been read, from 0 to 1. */
  reading(part: number, totalBytes: number): void;
  /** Called with the number of messages stored so far, and the total. */
  storing(done: number, total: number): void;
  /** Called with the number of completed training passes for one profile, and the total. */
  teaching(displayName: string, done: number, total: number): void;
}

export interface Import extends ImportSummary {
  /** The training result for each profile whose persona is in the document; null on a dry run. */
  readonly teaching: TeachingSummary | null;
  /** The profiles in the document with flagged phrases. Such phrases are stored but not used in training. */
  readonly flagged: readonly FlaggedProfile[];
}

/**
 * Imports a workspace document in one transaction. Then trains the classifiers of the imported personas; if training
 * fails, the document stays imported. A dry run changes nothing and returns what would change. @throws OperatorError
 * that lists every fault by its path; nothing is imported in that case
 */
export async function importDocument(options: {
  store: Store;
  bytes: Buffer;
  /** The name that messages use for the document, such as its file name. */
  name: string;
  dryRun: boolean;
  forceState: boolean;
  progress: ImportProgress;
}): Promise<Import> {
  const { store, bytes, name, dryRun, forceState, progress } = options;
  const parsed = await parseDocument(bytes, name, (part) => progress.reading(part, bytes.length));
  const document = validateDocument(parsed, name, await findUnknownProfiles(store, parsed));
  const summary = await store.importDocument(document, { forceState, dryRun }, progress.storing);
  const profiles = document.workspaces.flatMap(({ id: workspaceId, profiles: given = [] }) =>
    given.flatMap(({ id: profileId, displayName, persona }) =>
      persona === undefined ? [] : [{ workspaceId, profileId, displayName, persona }],
    ),
  );
  const teaching = dryRun ? null : await teachProfiles(store, profiles, progress.teaching);
  return { ...summary, teaching, flagged: flaggedProfiles(profiles) };
}
