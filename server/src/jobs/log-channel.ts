import type { Log } from '../lib/log.ts';
import type { Channel } from './channel.ts';

const texts: Readonly<Record<string, string>> = {
  'notification.test': 'a test notification',
  'handoff.created': 'a handoff is waiting for the creator',
  'allowance.low': '80 % of the monthly replies are used',
  'allowance.used': 'the monthly replies are used up',
};

/**
 * Creates the channel for workspaces without any other: one line in the service's log. The line contains ids and, if
 * included, the risk and urgency. It never contains the contact, reason or message, because people wrote them.
 */
export function createLogChannel(log: Log): Channel {
  return {
    send: async ({ type, id, workspaceId, conversationId, risk }) => {
      const risks = risk === null ? {} : { risk: risk.riskLevel, urgency: risk.urgency };
      const text = texts[type] ?? type;
      log.info({ notificationId: id, workspaceId, conversationId, ...risks }, text);
      return { kind: 'sent', note: null };
    },
  };
}
