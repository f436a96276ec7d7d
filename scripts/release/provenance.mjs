import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFiles } from './requirements.mjs';

/**
 * Describes the sources of a release's files, as an in-toto statement with SLSA provenance, version 1. It is not signed
 * and contains no times: recreating the release from the same commit with the same Node version produces the same
 * bytes.
 */
export function provenanceOf({ root, version, commit, files }) {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...files].map(([name, bytes]) => ({ name, digest: { sha256: sha256(bytes) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:understudy:release:v1',
        externalParameters: { version, command: 'npm run release' },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          ...lockFiles.map((name) => ({ name, digest: { sha256: sha256(readFileSync(join(root, name))) } })),
        ],
      },
      runDetails: { builder: { id: process.env.UNDERSTUDY_RELEASE_BUILDER || 'urn:understudy:builder:local' } },
    },
  };
  return Buffer.from(`${JSON.stringify(statement, null, 2)}\n`);
}

export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
