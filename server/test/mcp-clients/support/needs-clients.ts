import { beforeEach } from 'vitest';
import { clientPackages, extraPackage, skipWithoutPackages, whyNoPackages } from '../../support/extra-packages.ts';

/** Skips every test of the file where the clients are not installed, and says so. */
export function needsClients(): void {
  beforeEach(({ skip }) => skipWithoutPackages(clientPackages, skip));
}

/** A client's module. Where the clients are not installed there is nothing in it, and `needsClients` skips who would look. */
export async function ofClient<Module extends object>(load: () => Promise<Module>): Promise<Module> {
  if (whyNoPackages(clientPackages) === null) return load();
  return {} as Module; // never looked at: see above
}

/** The folder of a client that runs as a program. */
export function clientFolder(name: string): string {
  return extraPackage(clientPackages, name);
}
