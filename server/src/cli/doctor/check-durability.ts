import { inspectDurability } from '../../store/postgres/durability.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Checks whether PostgreSQL keeps acknowledged writes if its machine loses power. */
export async function checkDurability(url: string): Promise<Finding> {
  const { fsync, fullPageWrites, synchronousCommit } = await inspectDurability(url);
  const off = [...(fsync === 'on' ? [] : ['fsync']), ...(fullPageWrites === 'on' ? [] : ['full_page_writes'])];
  if (off.length > 0) {
    return warn(
      'durability',
      `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off: if its machine crashes, acknowledged drafts can be lost, or the whole database can be damaged`,
      `Set ${off.map((name) => `${name} = on`).join(', ')} in the server's configuration and reload it.`,
    );
  }
  if (synchronousCommit === 'off') {
    return ok(
      'durability',
      'fsync and full_page_writes are on; synchronous_commit is off, but the service waits for its own commits anyway',
    );
  }
  return ok('durability', `fsync and full_page_writes are on, synchronous_commit is ${synchronousCommit}`);
}
