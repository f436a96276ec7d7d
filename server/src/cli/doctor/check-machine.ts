import type { Config } from '../../config.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const oldestMajor = 24;
const filesPerRequest = 2;
const filesAside = 256;

/** Checks the Node version, and how many files and connections may be open. */
export function checkMachine(config: Config): Finding[] {
  return [checkNode(), checkOpenFiles(config)];
}

function checkNode(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= oldestMajor
    ? ok('node', `Node ${process.versions.node}`)
    : fail('node', `Node ${process.versions.node}`, `Use Node ${oldestMajor} or newer; "npm install" installs it.`);
}

function checkOpenFiles({ maxConcurrentRequests }: Config): Finding {
  const limit = openFileLimit();
  if (limit === null) return ok('open files', 'not limited');
  const needed = maxConcurrentRequests * filesPerRequest + filesAside;
  if (limit >= needed) return ok('open files', `up to ${limit}`);
  return warn(
    'open files',
    `up to ${limit}, but ${needed} may be needed`,
    `Raise the limit (ulimit -n ${needed}, or LimitNOFILE in systemd), or lower UNDERSTUDY_MAX_CONCURRENT_REQUESTS.`,
  );
}

/** Returns the soft limit on the number of open files; null if there is none. */
function openFileLimit(): number | null {
  // Leaves network connections out of the report, because looking up their host names can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report: unknown = process.report.getReport();
  const limits = isRecord(report) && isRecord(report['userLimits']) ? report['userLimits']['open_files'] : null;
  const soft = isRecord(limits) ? Number(limits['soft']) : Number.NaN;
  return Number.isFinite(soft) ? soft : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
