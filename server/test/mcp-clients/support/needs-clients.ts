import { beforeEach } from 'vitest';
import { clientPackages, extraPackage, skipWithoutPackages, whyNoPackages } from '../../support/extra-packages.ts';

/** Skips every test of the file with a message if the clients are not installed. */
export function needsClients(): void {
  beforeEach(({ skip }) => skipWithoutPackages(clientPackages, skip));
}

/**
 * A client's module. If the clients are not installed, it is empty, and `needsClients` skips the tests that would use
 * it.
 */
export async function ofClient<Module extends object>(load: () => Promise<Module>): Promise<Module> {
  if (whyNoPackages(clientPackages) === null) return load();
  return {} as Module; // never used: see above
}

/** The folder of a client that runs as a program. */
export function clientFolder(name: string): string {
  return extraPackage(clientPackages, name);
}
