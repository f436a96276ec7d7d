import type { Store } from '../../store/port.ts';
import type { ImportSummary } from '../../store/workspace-port.ts';
import { findUnknownProfiles } from './find-unknown-profiles.ts';
import { parseDocument } from './parse-document.ts';
import { validateDocument } from './validate-document.ts';

/** Who wants to know how far an import is. */
export interface ImportProgress {
  /** `part` of the text was read, from 0 to 1. */
  reading(part: number, totalBytes: number): void;
  /** Messages stored, of all. */
  storing(done: number, total: number): void;
}

/**
 * Brings a workspace document in, or up to date, in one transaction: all of it or nothing. A dry run changes nothing
 * and says what would change. @throws OperatorError that lists every fault by its path; nothing was imported then.
 */
export async function importDocument(options: {
  store: Store;
  bytes: Buffer;
  /** What messages call the document: the name of its file. */
  name: string;
  dryRun: boolean;
  forceState: boolean;
  progress: ImportProgress;
}): Promise<ImportSummary> {
  const { store, bytes, name, dryRun, forceState, progress } = options;
  const parsed = await parseDocument(bytes, name, (part) => progress.reading(part, bytes.length));
  const document = validateDocument(parsed, name, await findUnknownProfiles(store, parsed));
  return store.importDocument(document, { forceState, dryRun }, progress.storing);
}
