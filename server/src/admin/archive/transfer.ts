import { OperatorError } from '../../lib/errors.ts';
import { createId } from '../../lib/ids.ts';
import type { Installation, TransferMark } from '../../store/installation-port.ts';
import type { CopyProgress } from './archive-form.ts';
import { countRows, type Place, rowPages } from './row-pages.ts';
import { type Digests, differences, digestRows, totalRows } from './table-digests.ts';

export interface TransferReport {
  readonly digests: Digests;
  /** The number of rows that an earlier, interrupted run had already copied. */
  readonly resumedAfter: number;
}

/**
 * Moves an installation to an empty one. The source rejects all changes from the start. Each page is stored in one
 * commit with its position, so that an interrupted move continues after the last stored page. At the end, every row of
 * the source and the target is compared. The target may serve only after this comparison.
 * @throws OperatorError
 */
export async function transfer(
  source: Installation,
  target: Installation,
  onProgress: CopyProgress,
): Promise<TransferReport> {
  const transferId = await begin(source, target);
  const moved = await source.snapshot(async (rows) => {
    const total = totalRows(await countRows(rows));
    // The source has been frozen since before the snapshot. The final check uses the same mark to verify that it stayed
    // frozen.
    if ((await source.mark())?.transferId !== transferId) throw await abandoned(source, target, transferId);
    const resumedAfter = await copy(target, transferId, rows, total, onProgress);
    return { resumedAfter, digests: await compare(target, rows, total, onProgress) };
  });
  if (!(await source.complete({ transferId, peer: target.name }))) throw await abandoned(source, target, transferId);
  if (!(await target.complete({ transferId, peer: source.name }))) throw otherwiseFilled(target);
  return moved;
}

/**
 * Ends an unfinished move, so that the source accepts changes again. @throws OperatorError when `source` is not the
 * source of a move, or when the move is complete and `force` is false
 */
export async function abandonTransfer(source: Installation, force: boolean): Promise<void> {
  const mark = await source.mark();
  if (mark === null || mark.role !== 'source') throw new OperatorError(`No move from ${source.name} is in progress.`);
  if (mark.state === 'complete' && !force) {
    throw new OperatorError(
      `Everything was moved to ${mark.peer}. Data written to ${mark.peer} since the move is not in ${source.name}. Move everything back to an empty store with "understudy transfer", or return to the state at the time of the move with --abandon --force.`,
    );
  }
  await source.clearMark();
}

async function begin(source: Installation, target: Installation): Promise<string> {
  const [from, to] = [await source.mark(), await target.mark()];
  if (from?.role === 'target' && from.state === 'copying') {
    throw new OperatorError(`The transfer from ${from.peer} to ${source.name} is not finished. Finish it first.`);
  }
  const fresh = createId('transfer');
  let transferId = from?.role === 'source' ? from.transferId : fresh;
  const isResumed = to?.role === 'target' && to.transferId === transferId;
  if (isResumed && to.state === 'complete') throw new OperatorError(`Everything was already moved to ${target.name}.`);
  if (!isResumed) {
    await requireEmpty(target, to).catch(async (error: unknown) => {
      // Another process may have begun the same move since the marks were read.
      const begun = await source.mark();
      throw begun !== null && (await target.mark())?.transferId === begun.transferId ? otherwiseFilled(target) : error;
    });
  }
  if (!isResumed && from?.role === 'source' && from.state === 'complete') {
    throw new OperatorError(`Everything was already moved to ${from.peer}. Use ${from.peer} as the source.`);
  }
  if (from?.role !== 'source') {
    if (!(await source.holdsData())) throw new OperatorError(`${source.name} contains nothing to move.`);
    transferId = await source.beginSending({ transferId, peer: target.name });
  }
  try {
    if (!isResumed) await target.beginReceiving({ transferId, peer: source.name });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    if ((await target.mark())?.transferId === transferId) throw otherwiseFilled(target);
    if (transferId === fresh) await source.clearMark();
    throw error;
  }
  return transferId;
}

async function requireEmpty(target: Installation, mark: TransferMark | null): Promise<void> {
  if (mark?.role === 'target' && mark.state === 'copying') {
    throw new OperatorError(
      `${target.name} contains other data: part of ${mark.peer}, from an unfinished move. To empty it, ${target.howToEmpty}.`,
    );
  }
  if (mark === null && !(await target.holdsData())) return target.requireEmpty();
  throw new OperatorError(`${target.name} contains other data. Choose an empty data folder or database.`);
}

async function abandoned(source: Installation, target: Installation, transferId: string): Promise<OperatorError> {
  // The target may have been emptied in the meantime, and another process may be filling it.
  const isOurs = (await target.mark())?.transferId === transferId;
  return new OperatorError(
    `This move was abandoned: ${source.name} accepts changes again, or another "understudy transfer" is moving it.${
      isOurs ? ` The copied data is no longer needed. To empty ${target.name}, ${target.howToEmpty}.` : ''
    }`,
  );
}

function otherwiseFilled(target: Installation): OperatorError {
  return new OperatorError(
    `Another "understudy transfer" is writing to ${target.name}, or ${target.name} was emptied. If several transfers are running, let one of them finish.`,
  );
}

/** Copies the remaining rows. Resolves to the number of rows that the target already had. */
async function copy(
  target: Installation,
  transferId: string,
  rows: Parameters<typeof rowPages>[0],
  total: number,
  onProgress: CopyProgress,
): Promise<number> {
  let after = (await target.mark())?.position ?? null;
  // The loop below writes positions in the form that is read here.
  const place = after === null ? null : (JSON.parse(after) as Place);
  const before = place === null ? 0 : totalRows(await target.snapshot(countRows));
  let done = before;
  for await (const { place: behind, ...page } of rowPages(rows, place)) {
    const position = JSON.stringify(behind);
    if (!(await target.receive(page, { transferId, after, position }))) throw otherwiseFilled(target);
    after = position;
    done += page.rows.length;
    onProgress('copying', done, total);
  }
  return before;
}

async function compare(
  target: Installation,
  rows: Parameters<typeof digestRows>[0],
  total: number,
  onProgress: CopyProgress,
): Promise<Digests> {
  let done = 0;
  const count = (read: number) => {
    done += read;
    onProgress('checking', done, 2 * total);
  };
  const expected = await digestRows(rows, count);
  const found = await target.snapshot((there) => digestRows(there, count));
  const faults = differences(expected, found);
  if (faults.length === 0) return expected;
  // Another process finished the same move first, and the target may have been serving since then.
  if ((await target.mark())?.state === 'complete') throw otherwiseFilled(target);
  throw new OperatorError(
    `The data in ${target.name} differs from the source. To start over, ${target.howToEmpty}. To keep using the old store, run the command with --abandon.`,
    faults,
  );
}
