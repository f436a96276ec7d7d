import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { abandonTransfer, transfer } from '../../src/admin/archive/transfer.ts';
import { OperatorError, StoreUnavailable } from '../../src/lib/errors.ts';
import type { Installation } from '../../src/store/installation-port.ts';
import type { StoreLocation } from '../../src/store/location.ts';
import { openInstallation } from '../../src/store/open-installation.ts';
import { openStore } from '../../src/store/open-store.ts';
import { freshFolder } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { makeInitialSchema } from '../support/initial-postgres-schema.ts';
import { createTestDatabase, runSql } from '../support/postgres-database.ts';
import { serveInside } from '../support/service-inside.ts';
import { type LivedIn, livedIn, liveIn, sendWrite } from './support/lived-in.ts';

const server = inject('postgresUrl');
const silent = () => undefined;

describe.skipIf(server === null)('moving into PostgreSQL', { timeout: 300_000 }, () => {
  test('a database on which a service was started while it was empty accepts a move, and a restore', async () => {
    const { dataDir } = await livedInFolder();
    const file = join(freshFolder(), 'all.jsonl.gz');
    expect(await runInside(['backup', file], { UNDERSTUDY_DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    for (const fill of [
      (url: string) => ['transfer', '--from', `sqlite:${dataDir}`, '--to', url],
      () => ['restore', file],
    ]) {
      const { url } = await freshDatabase();
      const service = await serveInside({ DATABASE_URL: url });
      await service.stop();
      expect(service.output()).toMatch(/set-up#/);
      expect(await runInside(fill(url), { DATABASE_URL: url })).toMatchObject({ code: 0 });
    }
  });

  test('a folder on which a service was started while it was empty accepts a move', async () => {
    const { location } = await livedInFolder();
    const back = join(freshFolder(), 'back');
    const service = await serveInside({ UNDERSTUDY_DATA_DIR: back });
    await service.stop();
    await move(location, { kind: 'sqlite', dataDir: back });
  });

  test('while the database is partly filled, processes that already ran on it answer 503 and are not ready; once it is complete they serve by themselves', async () => {
    const { location, world } = await livedInFolder();
    const { url } = await freshDatabase();
    const target: StoreLocation = { kind: 'postgres', url, poolSize: 2 };
    const service = await serveInside({ DATABASE_URL: url });
    const tool = await openStore(target, { role: 'tool' });
    onTestFinished(async () => void (await Promise.all([service.stop(), tool.close()])));
    const draft = (idempotencyKey: string) =>
      sendWrite(service.url, world.key, {
        path: 'draft',
        idempotencyKey,
        body: { profileId: 'prof_aurora', message: 'do you ship to Peru?' },
      });
    const readiness = async () => (await fetch(`${service.url}/readyz`)).status;

    for (const table of ['workspaces', 'keys', 'profiles', 'messages']) {
      await expect(move(location, target, { stopBehind: table })).rejects.toThrow('stopped');
      expect([table, await readiness(), (await draft('while-half-filled')).status]).toEqual([table, 503, 503]);
    }
    const charge = { workspaceId: livedIn, source: 'inbox', externalId: 'half', monthlyReplies } as const;
    await expect(tool.recordUsage(charge)).rejects.toThrow(StoreUnavailable);
    await expect(tool.check()).rejects.toThrow(StoreUnavailable);

    await move(location, target);
    expect([await readiness(), (await draft('when-it-is-whole')).status]).toEqual([200, 200]);
    await tool.check();
  });

  test('if the arrived data differs from the sent data, the error says how to empty the database, and after that the same command moves everything', async () => {
    const { location } = await livedInFolder();
    const { url } = await freshDatabase();
    const target: StoreLocation = { kind: 'postgres', url, poolSize: 2 };
    await expect(move(location, target, { losesRow: true })).rejects.toThrow(
      /differs from the source\. .*DROP SCHEMA understudy CASCADE/,
    );
    await expect(openStore(target, { role: 'serve' })).rejects.toThrow(/is incomplete/);
    await runSql(url, ['DROP SCHEMA understudy CASCADE']);
    await move(location, target);
  });

  test('of two simultaneous moves between the same databases, one moves everything and the other reports it', async () => {
    const source = await livedInDatabase();
    const target = await emptyDatabase();
    const outcomes = await Promise.allSettled([move(source, target), move(source, target)]);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals.length, String(refusals)).toBeLessThan(2);
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(OperatorError);
      expect(String(refusal)).toMatch(/Another "understudy transfer" is writing to|was (already )?moved to/);
    }
    await (await openStore(target, { role: 'serve' })).close();
  });

  test('simultaneous moves that begin from one database are one move', async () => {
    const source = await livedInDatabase();
    const installations = await Promise.all([1, 2, 3, 4].map(() => opened(source)));
    const moves = await Promise.all(
      installations.map((each, number) => each.beginSending({ transferId: `transfer_${number}`, peer: 'elsewhere' })),
    );
    expect(new Set(moves).size).toBe(1);
  });

  test('a move that was abandoned while it was suspended ends with an error, however much it has copied, and the source continues', async () => {
    for (const moment of ['snapshot', 'complete'] as const) {
      const source = await livedInDatabase();
      const target = await emptyDatabase();
      await expect(move(source, target, { abandonedBefore: moment })).rejects.toThrow(/This move was abandoned/);
      await expect(openStore(target, { role: 'serve' })).rejects.toThrow(/is incomplete/);
      const store = await openStore(source, { role: 'serve' });
      await store.check();
      await store.close();
    }
  });

  test('a database in an encoding that lacks some letters is rejected with an explanation by migrate and the doctor, and by a move and a restore before anything changes', async () => {
    const { dataDir } = await livedInFolder();
    const file = join(freshFolder(), 'all.jsonl.gz');
    await runInside(['backup', file], { UNDERSTUDY_DATA_DIR: dataDir });
    for (const encoding of ['LATIN1', 'SQL_ASCII']) {
      const { url } = await freshDatabase(encoding);
      const expectRefused = async (command: string[]) =>
        expect(await runInside(command, { DATABASE_URL: url })).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(new RegExp(`encoding ${encoding}.*ENCODING 'UTF8'`, 's')),
        });
      await expectRefused(['migrate']);
      await makeInitialSchema(url);
      await runSql(url, ['TRUNCATE understudy.workspace_directory, understudy.workspaces CASCADE']);
      await expectRefused(['transfer', '--from', `sqlite:${dataDir}`, '--to', url]);
      await expectRefused(['restore', file]);
      const doctor = await runInside(['doctor', '--json'], { DATABASE_URL: url });
      expect(JSON.parse(doctor.stdout)).toMatchObject({
        checks: expect.arrayContaining([expect.objectContaining({ check: 'encoding', status: 'fail' })]),
      });
    }
    await (await openStore({ kind: 'sqlite', dataDir }, { role: 'serve' })).close();
  });

  test('abandoning a move while it runs fails with an explanation, not as an overload', async () => {
    const source = await livedInDatabase();
    const installation = await opened(source);
    await installation.beginSending({ transferId: 'transfer_x', peer: 'elsewhere' });
    const reader = await opened(source);
    await reader.snapshot(async (rows) => {
      await rows.count({ table: 'messages', workspaceId: livedIn });
      await expect(abandonTransfer(installation, false)).rejects.toThrow(/Stop it first/);
    });
    await abandonTransfer(installation, false);
  });
});

const monthlyReplies = { creator: 100, studio: 100, agency: 100 };

interface Mishap {
  /** The table after whose first page the process dies. */
  readonly stopBehind?: string;
  readonly losesRow?: boolean;
  /** The source's operation just before which someone abandons the move. */
  readonly abandonedBefore?: 'snapshot' | 'complete';
}

async function move(from: StoreLocation, to: StoreLocation, mishap: Mishap = {}): Promise<void> {
  const [source, target] = [
    await openInstallation(from, { isAlone: true }),
    await openInstallation(to, { isAlone: true }),
  ];
  const giveUp = async (moment: Mishap['abandonedBefore']) => {
    if (mishap.abandonedBefore === moment) await abandonTransfer(source, false);
  };
  try {
    await transfer(
      {
        ...source,
        snapshot: async (work) => {
          await giveUp('snapshot');
          return source.snapshot(work);
        },
        complete: async (move) => {
          await giveUp('complete');
          return source.complete(move);
        },
      },
      {
        ...target,
        receive: async (page, step) => {
          const rows = mishap.losesRow && page.table === 'messages' ? page.rows.slice(1) : page.rows;
          const isStored = await target.receive({ ...page, rows }, step);
          if (page.table === mishap.stopBehind) throw new Error('stopped');
          return isStored;
        },
      },
      silent,
    );
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function opened(location: StoreLocation): Promise<Installation> {
  const installation = await openInstallation(location, { isAlone: false });
  onTestFinished(() => installation.close());
  return installation;
}

async function livedInFolder(): Promise<{ dataDir: string; location: StoreLocation; world: LivedIn }> {
  const dataDir = join(freshFolder(), 'data');
  const location = { kind: 'sqlite', dataDir } as const;
  return { dataDir, location, world: await liveIn({ UNDERSTUDY_DATA_DIR: dataDir }, location, 100) };
}

async function freshDatabase(encoding?: string) {
  const database = await createTestDatabase(server ?? '', undefined, encoding);
  onTestFinished(() => database.drop());
  return database;
}

async function emptyDatabase(): Promise<StoreLocation> {
  return { kind: 'postgres', url: (await freshDatabase()).url, poolSize: 2 };
}

async function livedInDatabase(): Promise<StoreLocation> {
  const location = await emptyDatabase();
  await liveIn({ DATABASE_URL: location.kind === 'postgres' ? location.url : '' }, location, 100);
  return location;
}
