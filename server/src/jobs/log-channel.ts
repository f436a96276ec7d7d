import type { Log } from '../lib/log.ts';
import type { Channel } from './channel.ts';

const texts: Readonly<Record<string, string>> = {
  'notification.test': 'a test notification',
  'handoff.created': 'a handoff is waiting for the creator',
  'allowance.low': '80 % of the monthly replies are used',
  'allowance.used': 'the monthly replies are used up',
};

/**
 * Creates the channel for workspaces without any other channel. It writes one line to the service's log, with ids and,
 * if the settings include them, the risk and urgency. The line never contains the contact, reason or message, because
 * people wrote them.
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
