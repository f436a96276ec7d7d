import type { Scope } from '../../../../server/src/domain/actor.ts';
import { useWorkspace } from '../../api/session.ts';
import { useRead } from '../../api/use-read.ts';
import { Note } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton, Snippet } from '../../ui/copy-button.tsx';

/** Shows a new key, which cannot be shown again, with the commands and settings that contain it. */
export function NewSecret({
  secret,
  scopes,
  onDone,
}: {
  readonly secret: string;
  readonly scopes: readonly Scope[];
  readonly onDone: () => void;
}) {
  const { id: workspaceId } = useWorkspace();
  const profileId = useRead('listProfiles', { workspaceId }).data?.profiles[0]?.id ?? 'YOUR_PROFILE';
  const { origin } = location;
  return (
    <>
      <Note tone="caution">Copy it now. It cannot be shown again, because only a fingerprint of it is stored.</Note>
      <div className="row">
        <code className="code code-wraps" data-secret>
          {secret}
        </code>
        <CopyButton text={secret} kind="primary" label="Copy the key" />
      </div>
      <Snippet label="Try it in a terminal" text={curlFor(origin, secret, scopes, profileId)} />
      <Snippet label="For an MCP client" text={mcpFor(origin, secret)} />
      <p className="small muted">
        Do not put keys into shared files. Most MCP clients can read them from the environment.
      </p>
      <div>
        <Button onClick={onDone}>I have copied it</Button>
      </div>
    </>
  );
}

function curlFor(origin: string, secret: string, scopes: readonly Scope[], profileId: string): string {
  const authorization = `-H 'Authorization: Bearer ${secret}'`;
  if (scopes.includes('replies:write')) {
    const body = JSON.stringify({ profileId, message: 'hi! do you ship abroad?' });
    return [
      `curl -sS ${origin}/api/v1/agent/draft \\`,
      `  ${authorization} \\`,
      `  -H 'Content-Type: application/json' -H 'Idempotency-Key: ${crypto.randomUUID()}' \\`,
      `  -d '${body.replaceAll("'", "'\\''")}'`,
    ].join('\n');
  }
  const path = scopes.includes('persona:read') ? `persona?profileId=${encodeURIComponent(profileId)}` : 'usage';
  return `curl -sS '${origin}/api/v1/agent/${path}' \\\n  ${authorization}`;
}

function mcpFor(origin: string, secret: string): string {
  const understudy = { type: 'http', url: `${origin}/mcp`, headers: { Authorization: `Bearer ${secret}` } };
  return JSON.stringify({ mcpServers: { understudy } }, null, 2);
}
