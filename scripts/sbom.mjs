// npm run sbom: lists the packages of a production install, and those that the console's pages are built from, as a
// CycloneDX 1.5 document in understudy.cdx.json (or on standard output with "-"). It uses only package-lock.json, so
// the same lock file produces the same bytes. "npm sbom --omit dev" would leave out every package that a development
// package also uses.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const shipped = Object.entries(packages).filter(
  ([path, entry]) => isPackage(path, entry) && !entry.dev && !entry.devOptional,
);
const references = new Map(shipped.map(([path, entry]) => [path, purlOf(path, entry)]));

const components = new Map();
const dependencies = new Map();
for (const [path, entry] of shipped) {
  const purl = references.get(path);
  components.set(purl, {
    type: 'library',
    'bom-ref': purl,
    ...nameOf(path),
    version: entry.version,
    scope: entry.optional ? 'optional' : 'required',
    purl,
    licenses: licensesOf(entry.license),
    ...(entry.integrity && { hashes: [hashOf(entry.integrity)] }),
  });
  dependencies.set(purl, neededBy(path, entry));
}
const own = `pkg:npm/understudy@${version}`;
const workspaces = Object.keys(packages).filter(
  (path) => path === '' || (packages[path].link === undefined && !path.includes('node_modules')),
);
const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': own,
      name: 'understudy',
      version,
      purl: own,
      licenses: licensesOf('Apache-2.0'),
    },
  },
  components: sorted(components).map(([, component]) => component),
  dependencies: [
    { ref: own, dependsOn: [...new Set(workspaces.flatMap((path) => neededBy(path, packages[path])))].sort() },
    ...sorted(dependencies).map(([ref, dependsOn]) => ({ ref, dependsOn })),
  ],
};

const text = `${JSON.stringify(document, null, 2)}\n`;
if (process.argv.includes('-')) process.stdout.write(text);
else {
  writeFileSync(join(root, 'understudy.cdx.json'), text);
  process.stdout.write(`understudy.cdx.json lists ${components.size} packages.\n`);
}

function isPackage(path, entry) {
  return path.includes('node_modules/') && !entry.link;
}

function nameOf(path) {
  const [first, second] = path.split('node_modules/').at(-1).split('/');
  return second === undefined ? { name: first } : { group: first, name: second };
}

function purlOf(path, entry) {
  const { group, name } = nameOf(path);
  return `pkg:npm/${group === undefined ? '' : `${group.replace('@', '%40')}/`}${name}@${entry.version}`;
}

function licensesOf(license) {
  if (license === undefined) return [];
  return /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

function hashOf(integrity) {
  const [algorithm, base64] = integrity.split(' ')[0].split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') };
}

/**
 * Resolves a package's dependencies as Node does: from the nearest node_modules above the package that contains the
 * name.
 */
function neededBy(path, { dependencies: named = {}, optionalDependencies = {}, peerDependencies = {} }) {
  const found = Object.keys({ ...peerDependencies, ...optionalDependencies, ...named }).map((name) =>
    resolve(path, name),
  );
  return [...new Set(found.filter((each) => each !== undefined))].sort();
}

function resolve(path, name) {
  for (let folder = path; ; folder = dirname(folder)) {
    const place = references.get(`${folder === '' || folder === '.' ? '' : `${folder}/`}node_modules/${name}`);
    if (place !== undefined) return place;
    if (folder === '' || folder === '.') return undefined;
  }
}

function sorted(map) {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}
