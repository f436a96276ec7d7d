import { withdrawReady } from './creator-rules.ts';
import { workOf } from './step-changes.ts';
import type { StepRules } from './step-rules.ts';

type ConnectionStep = 'putConnection' | 'renewSecret' | 'setConnectionState';

/** The rules of the steps that change a connection and not just one of its threads. */
export const connectionRules: { readonly [Name in ConnectionStep]: StepRules<Name> } = {
  putConnection: {
    needs: ({ connection }) => ({ connectionIds: [connection.connectionId] }),
    carryOut(snapshot, { connection }, changes) {
      const known = snapshot.connections[0];
      if (known !== undefined && known.state !== 'removed') return { outcome: 'exists' };
      const put = { ...connection, createdAt: snapshot.now };
      changes.connections.push(put);
      return { outcome: 'done', connection: put };
    },
  },
  renewSecret: {
    needs: ({ connectionId }) => ({ connectionIds: [connectionId] }),
    carryOut({ connections: [connection], now }, input, changes) {
      if (connection === undefined || connection.state === 'removed') return { outcome: 'not_found' };
      const current = connection.secrets.find(({ endsAt }) => endsAt === null);
      const previousEndsAt = current === undefined ? null : now + input.overlapMs;
      const receiverId = connection.receiverId ?? input.receiverId;
      const secrets = [
        { sealed: input.sealed, endsAt: null },
        ...(current === undefined || input.overlapMs === 0 ? [] : [{ ...current, endsAt: previousEndsAt }]),
      ];
      changes.connections.push({ connectionId: connection.connectionId, receiverId, secrets });
      return { outcome: 'done', receiverId, previousEndsAt };
    },
  },
  setConnectionState: {
    needs: ({ connectionId, action }) => ({
      connectionIds: [connectionId],
      ...(action !== 'resume' && { openThreadsOf: connectionId }),
    }),
    carryOut(snapshot, { connectionId, action }, changes) {
      const connection = snapshot.connections[0];
      if (connection === undefined || connection.state === 'removed') return { outcome: 'not_found' };
      const before = connection.state;
      const back = connection.stateBeforePause ?? 'setup';
      const after =
        action === 'remove' ? 'removed' : action === 'pause' ? 'paused' : before === 'paused' ? back : before;
      if (action !== 'resume') {
        for (const thread of snapshot.threads) {
          const work = workOf(snapshot, thread);
          if (work === null) continue;
          withdrawReady(work);
          work.write(changes);
        }
      }
      if (after !== before) {
        changes.connections.push({
          connectionId,
          state: after,
          stateBeforePause: action === 'pause' ? before : null,
          ...(action === 'remove' && { receiverId: null, secrets: [] }),
        });
      }
      return { outcome: 'done', before, after };
    },
  },
};
