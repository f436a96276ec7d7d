import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

const block = 512;

/**
 * Creates a .tar.gz of the files, with the same bytes for the same files: sorted by path, without an owner, all with
 * the same time (seconds since 1970), and without a time or name in the gzip header.
 * @throws for a path that the format does not support
 */
export function archiveOf(root, files, { prefix, time }) {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const parts = sorted.flatMap(({ path, isExecutable }) => {
    const content = readFileSync(join(root, path));
    const padding = Buffer.alloc((block - (content.length % block)) % block);
    return [headerOf(`${prefix}${path}`, content.length, isExecutable ? 0o755 : 0o644, time), content, padding];
  });
  const archive = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: constants.Z_BEST_COMPRESSION });
  // Sets the operating system byte to "unknown".
  archive[9] = 255;
  return archive;
}

/** Builds one header in POSIX's ustar format. */
function headerOf(path, size, mode, time) {
  const header = Buffer.alloc(block);
  const { name, directory } = split(path);
  header.write(name, 0);
  header.write(octal(mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(time, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write('root', 265);
  header.write('root', 297);
  header.write(directory, 345);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}

function octal(value, digits) {
  return value.toString(8).padStart(digits, '0');
}

/** Splits a path of more than 100 bytes into two fields. */
function split(path) {
  if (Buffer.byteLength(path) <= 100) return { name: path, directory: '' };
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [directory, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(directory) <= 155) return { name, directory };
  }
  throw new Error(`${path} is too long for the archive`);
}
