import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The folder that contains the built pages. */
export const builtFolder = join(import.meta.dirname, '../../../../console/dist');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const compressible = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg']);

export interface ConsoleFile {
  readonly type: string;
  readonly etag: string;
  /** True if the file's name contains a hash of its content, so that the name changes with the content. */
  readonly isHashed: boolean;
  bestFor(acceptEncoding: string | undefined): { encoding: 'br' | 'gzip' | null; bytes: Buffer };
}

export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

/**
 * Reads every file of the built console by path, compressed once. Resolves to null if the console is not built. Skips
 * unknown file types.
 */
export async function readConsoleFiles(from: string): Promise<ConsoleFiles | null> {
  const names = await readdir(from, { recursive: true }).catch(() => []);
  const known = names.filter((name) => extname(name) in types && !/(^|[\\/])\./.test(name));
  if (!known.includes('index.html')) return null;
  const entries = await Promise.all(
    known.map(async (name) => [name.split(sep).join('/'), await fileOf(from, name)] as const),
  );
  return new Map(entries);
}

/** Reads the time of the build, in epoch milliseconds; resolves to null if the console is not built. */
export async function builtAt(from: string): Promise<number | null> {
  return (await stat(join(from, 'index.html')).catch(() => null))?.mtimeMs ?? null;
}

async function fileOf(from: string, name: string): Promise<ConsoleFile> {
  const plain = await readFile(join(from, name));
  const extension = extname(name);
  const isCompressible = compressible.has(extension);
  const brotli = isCompressible ? await compressBrotli(plain) : null;
  const gzipped = isCompressible ? await promisify(gzip)(plain) : null;
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
  return {
    type: types[extension] ?? 'application/octet-stream',
    etag: `"${digest}"`,
    isHashed: name.startsWith(`assets${sep}`),
    bestFor(accepted = '') {
      if (brotli !== null && /\bbr\b/.test(accepted)) return { encoding: 'br', bytes: brotli };
      if (gzipped !== null && /\bgzip\b/.test(accepted)) return { encoding: 'gzip', bytes: gzipped };
      return { encoding: null, bytes: plain };
    },
  };
}

function compressBrotli(plain: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}
