import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Finding, fail, ok, warn } from './finding.ts';

const megabyte = 1_048_576;
const scarceMegabytes = 1_024;
const leastMegabytes = 100;

/** Checks the embedded store's folder: whether it is writable, who can read it, and how much space is left. */
export function checkDataFolder(dataDir: string): Finding[] {
  const place = nearestExisting(dataDir);
  const isThere = place === dataDir;
  const findings: Finding[] = [];
  try {
    if (!statSync(place).isDirectory()) {
      return [fail('data folder', `${place} is not a folder`, 'Set UNDERSTUDY_DATA_DIR to a folder.')];
    }
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
    findings.push(ok('data folder', isThere ? dataDir : `${dataDir} does not exist yet; the first start creates it`));
  } catch {
    findings.push(
      fail(
        'data folder',
        `${place} is not writable`,
        'Give this user write access there, or set UNDERSTUDY_DATA_DIR to another folder.',
      ),
    );
  }
  if (isThere && process.platform !== 'win32' && (statSync(dataDir).mode & 0o077) !== 0) {
    findings.push(
      warn(
        'data folder',
        `other users on this machine can read ${dataDir}`,
        `Remove their access: chmod 700 ${dataDir}`,
      ),
    );
  }
  return [...findings, checkRoom(place)];
}

function checkRoom(place: string): Finding {
  const { bavail, bsize } = statfsSync(place);
  const free = Math.floor((bavail * bsize) / megabyte);
  const found = free >= 10_240 ? `${Math.floor(free / 1_024)} GB free` : `${free} MB free`;
  const remedy = 'Free some space on this disk. When it is full, writes are answered with 503.';
  if (free < leastMegabytes) return fail('disk', found, remedy);
  return free < scarceMegabytes ? warn('disk', found, remedy) : ok('disk', found);
}

function nearestExisting(path: string): string {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}
