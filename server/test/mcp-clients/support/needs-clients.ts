import { beforeEach } from 'vitest';
import { clientPackages, extraPackage, skipWithoutPackages, whyNoPackages } from '../../support/extra-packages.ts';

/** Skips every test of the file with a message if the clients are not installed. */
export function needsClients(): void {
  beforeEach(({ skip }) => skipWithoutPackages(clientPackages, skip));
}

/**
 * Loads a client's module. If the clients are not installed, returns an empty object, and `needsClients` skips the
 * tests that would use the module.
 */
export async function ofClient<Module extends object>(load: () => Promise<Module>): Promise<Module> {
  if (whyNoPackages(clientPackages) === null) return load();
  return {} as Module; // never used, because those tests are skipped
}

/** Returns the folder of a client that runs as a program. */
export function clientFolder(name: string): string {
  return extraPackage(clientPackages, name);
}
