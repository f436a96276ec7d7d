import { define, optional } from './define-setting.ts';
import { wholeNumber } from './setting.ts';

/** The limits of one workspace in addition to its plan. */
export const boundSettingList = {
  workspaceRequestsPerMinute: define(
    'UNDERSTUDY_WORKSPACE_REQUESTS_PER_MINUTE',
    'workspaceRequestsPerMinute',
    optional(wholeNumber(1, 100_000_000)),
    null,
    'The number of requests per minute that all keys of one workspace may make together, in addition to the limit of each key. Without it, only keys have limits.',
  ),
  maxKeys: define(
    'UNDERSTUDY_MAX_KEYS',
    'maxKeys',
    wholeNumber(1, 100_000),
    200,
    'The number of keys in one workspace that are neither revoked nor expired.',
  ),
  maxInvitations: define(
    'UNDERSTUDY_MAX_INVITATIONS',
    'maxInvitations',
    wholeNumber(1, 100_000),
    200,
    'The number of open invitations to one workspace.',
  ),
};
