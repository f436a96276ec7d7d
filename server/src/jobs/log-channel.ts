import type { Log } from '../lib/log.ts';
import type { Channel } from './channel.ts';

/**
 * The channel of workspaces that configured no other: one line in the service's log. It carries ids and, when
 * included, risk and urgency; contact, reason and message are people's words and never logged.
 */
export function createLogChannel(log: Log): Channel {
  return {
    send: async ({ type, id, workspaceId, conversationId, risk }) => {
      const risks = risk === null ? {} : { risk: risk.riskLevel, urgency: risk.urgency };
      const text = type === 'notification.test' ? 'a test notification' : 'handoff awaits the creator';
      log.info({ notificationId: id, workspaceId, conversationId, ...risks }, text);
      return { kind: 'sent', note: null };
    },
  };
}
