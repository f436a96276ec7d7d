import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { actingAs } from '../../src/lib/acting.ts';
import { postgresHarness } from '../support/store-harness.ts';
import { openWorkspaces } from './contract/open-workspaces.ts';
import { handoffSettlement, handoffWrite } from './contract/writes.ts';

const server = inject('postgresUrl');
const agent = { kind: 'key', id: 'key_1', name: null, surface: 'api', address: null } as const;

test.skipIf(server === null)(
  'a handoff and its one entry in the audit log are one round trip to PostgreSQL, and a repeat adds no entry (skipped without it)',
  async () => {
    const { store } = await openWorkspaces(postgresHarness(server ?? ''));
    const write = handoffWrite();
    await store.admitHandoff(write);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => asked.mockRestore());
    const settle = () => actingAs(agent, () => store.settleHandoff(handoffSettlement(write)));
    expect(await settle()).toEqual({ outcome: 'stored' });
    const trips = asked.mock.calls.filter(([query]) => /settle_handoff|append_audit|BEGIN|COMMIT/.test(textOf(query)));
    expect(trips).toHaveLength(1);
    expect(await settle()).toEqual({ outcome: 'stored' });
    const entries = await store.auditEntries({ workspaceId: 'ws_aurora', after: 0, limit: 100 });
    const handedOff = entries.filter(({ body }) => body.includes('conversation.handed_off'));
    expect(handedOff.map(({ body }) => JSON.parse(body).actor)).toEqual([{ kind: 'key', id: 'key_1' }]);
  },
);

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String(Object(query).text);
}
