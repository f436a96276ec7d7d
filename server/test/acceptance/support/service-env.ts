import { randomBytes } from 'node:crypto';

const plan = { requestsPerMinute: 1_000_000, monthlyReplies: 1_000_000 };

/**
 * Settings for the services in the acceptance checks: short intervals, and limits that no check reaches by accident.
 */
export const serviceEnv: Readonly<Record<string, string>> = {
  UNDERSTUDY_SEALING_KEYS: randomBytes(32).toString('base64'),
  UNDERSTUDY_INBOX_POLL_MS: '50',
  UNDERSTUDY_OUTBOX_CLAIM_SECONDS: '2',
  UNDERSTUDY_HOOK_REQUESTS_PER_MINUTE: '1000000',
  UNDERSTUDY_FAILED_AUTHENTICATIONS_PER_MINUTE: '1000',
  UNDERSTUDY_PLANS: JSON.stringify({ creator: plan, studio: plan, agency: plan }),
};
