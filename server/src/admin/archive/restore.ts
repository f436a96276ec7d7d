import { OperatorError } from '../../lib/errors.ts';
import type { Installation } from '../../store/installation-port.ts';
import type { ArchiveHead, CopyProgress } from './archive-form.ts';
import { readArchive } from './read-archive.ts';
import { type Digests, differences, digestRows, totalRows } from './table-digests.ts';

/**
 * Fills an empty installation from a backup, completely or not at all. Checks the whole file first, and compares every
 * row before committing. @throws OperatorError
 */
export async function restore(
  installation: Installation,
  { file, onProgress }: { file: string; onProgress: CopyProgress },
): Promise<{ head: ArchiveHead; digests: Digests }> {
  const { head, digests } = await readArchive(file, () => undefined);
  const total = totalRows(digests);
  await installation.fill(
    async (put) => {
      let done = 0;
      await readArchive(file, async (page) => {
        await put(page);
        done += page.rows.length;
        onProgress('restoring', done, total);
      });
    },
    async (rows) => {
      let checked = 0;
      const found = await digestRows(rows, (count) => {
        checked += count;
        onProgress('checking', checked, total);
      });
      const faults = differences(digests, found);
      if (faults.length > 0)
        throw new OperatorError('The restored data differs from the backup, so none of it was kept.', faults);
    },
  );
  return { head, digests };
}
