import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Scope, scopes } from '../../../src/domain/actor.ts';
import { createApiKey } from '../../../src/lib/secrets.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { serveInside } from '../../support/service-inside.ts';
import { storeClassifier } from '../../support/taught-at-once.ts';
import { sampleWorkspace } from '../../support/world.ts';

export interface Tenant {
  readonly workspaceId: string;
  readonly key: string;
}

export interface ClientService {
  readonly url: string;
  /** Creates a workspace with `prof_aurora`, `conv_maya`, and one key. */
  newTenant(options?: { scopes?: readonly Scope[]; monthlyReplies?: number }): Promise<Tenant>;
  stop(): Promise<void>;
}

/** Starts the real service on a new data folder, for clients that connect over HTTP. */
export async function startClientService(options: { serves2026?: boolean } = {}): Promise<ClientService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'understudy-clients-'));
  const env = {
    UNDERSTUDY_DATA_DIR: dataDir,
    UNDERSTUDY_MCP_2026: String(options.serves2026 ?? false),
    // Simulates a machine on which the client's variables are exported for every program.
    UNDERSTUDY_API_KEY: 'ustudy_live_of_a_client',
    UNDERSTUDY_URL: 'http://127.0.0.1:8787',
  };
  const service = await serveInside(env).catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const store = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
  return {
    url: service.url,
    async newTenant({ scopes: granted = scopes, monthlyReplies } = {}) {
      const workspaceId = `ws_${randomUUID().slice(0, 8)}`;
      const workspace = {
        ...sampleWorkspace(workspaceId),
        ...(monthlyReplies === undefined ? {} : { monthlyReplies }),
      };
      await store.importDocument({ workspaces: [workspace] }, { forceState: false, dryRun: false });
      await storeClassifier(store, { workspaceId, profileId: 'prof_aurora' });
      const { key, hash } = createApiKey();
      const keyId = `key_${randomUUID()}`;
      await store.createKey({ keyId, keyHash: hash, workspaceId, name: 'client', scopes: granted, lifetimeMs: null });
      return { workspaceId, key };
    },
    async stop() {
      await store.close();
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
