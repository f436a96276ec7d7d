import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput } from '../../domain/console/routes.ts';
import { apiKeyPrefix } from '../../lib/secrets.ts';
import type { Store } from '../../store/port.ts';
import { createKeyVerbs, type KeyView } from '../key-verbs.ts';

const dayMs = 86_400_000;

/** Creates the actions that let a workspace's owner see, create, revoke and rotate its keys. */
export function createWorkspaceKeyVerbs({ store, maxKeys }: { store: Store; maxKeys: number }) {
  const keys = createKeyVerbs({ store, now: Date.now, maxActive: maxKeys });

  /**
   * Checks that a key belongs to the workspace, because the actions on keys identify a key only by its id. @throws
   * ConsoleError `console_not_found`
   */
  async function requireOwn(workspaceId: string, keyId: string): Promise<KeyView> {
    const own = (await keys.list({ workspaceId })).find(({ id }) => id === keyId);
    if (own === undefined) throw new ConsoleError('console_not_found');
    return own;
  }

  return {
    async list({ workspaceId }: { workspaceId: string }): Promise<ConsoleOutput<'listKeys'>> {
      return { keys: (await keys.list({ workspaceId })).map(viewOf) };
    },

    async create(workspaceId: string, input: ConsoleInput<'createKey'>): Promise<ConsoleOutput<'createKey'>> {
      const { name, scopes, expiresInDays } = input;
      const lifetimeMs = expiresInDays === undefined ? null : expiresInDays * dayMs;
      const { key, ...made } = await keys.create({ workspaceId, name: name.trim(), scopes, lifetimeMs });
      return { key: viewOf(made), secret: key };
    },

    async rotate(
      { workspaceId, keyId }: { workspaceId: string; keyId: string },
      { overlapHours }: ConsoleInput<'rotateKey'>,
    ): Promise<ConsoleOutput<'rotateKey'>> {
      const own = await requireOwn(workspaceId, keyId);
      if (own.state !== 'active') {
        throw new ConsoleError('console_not_possible', {
          message: `This key is ${own.state}, so it cannot be rotated. Create a new one.`,
        });
      }
      const { previous, successor } = await keys.rotate({ keyId, overlapMs: overlapHours * 3_600_000 });
      const { key, ...made } = successor;
      return { previous: viewOf(previous), key: viewOf(made), secret: key };
    },

    async revoke({ workspaceId, keyId }: { workspaceId: string; keyId: string }): Promise<ConsoleOutput<'revokeKey'>> {
      await requireOwn(workspaceId, keyId);
      return viewOf(await keys.revoke({ keyId }));
    },
  };
}

function viewOf({ workspaceId: _, scopes, ...key }: KeyView): ConsoleOutput<'revokeKey'> {
  return { ...key, scopes: [...scopes], prefix: apiKeyPrefix };
}
