import { define, optional } from './define-setting.ts';
import { wholeNumber } from './setting.ts';

/** The settings for one workspace's limits, which apply in addition to its plan. */
export const boundSettingList = {
  workspaceRequestsPerMinute: define(
    'UNDERSTUDY_WORKSPACE_REQUESTS_PER_MINUTE',
    'workspaceRequestsPerMinute',
    optional(wholeNumber(1, 100_000_000)),
    null,
    "The maximum number of requests per minute from all keys of one workspace together, in addition to each key's own limit. Without this setting, only keys have limits.",
  ),
  maxKeys: define(
    'UNDERSTUDY_MAX_KEYS',
    'maxKeys',
    wholeNumber(1, 100_000),
    200,
    'The maximum number of keys in one workspace that are neither revoked nor expired.',
  ),
  maxInvitations: define(
    'UNDERSTUDY_MAX_INVITATIONS',
    'maxInvitations',
    wholeNumber(1, 100_000),
    200,
    'The maximum number of open invitations to one workspace.',
  ),
};
