import { OperatorError } from '../lib/errors.ts';

/** Returns the error for a key beyond the limit. */
export function tooManyKeys(maxActive: number): OperatorError {
  return new OperatorError(
    `This workspace has ${maxActive} active keys, which is the maximum. Revoke keys that are no longer used, or rotate a key without an overlap period. The operator can raise UNDERSTUDY_MAX_KEYS.`,
  );
}

/** Returns the error for an invitation beyond the limit. */
export function tooManyInvitations(maxOpen: number): OperatorError {
  return new OperatorError(
    `This workspace has ${maxOpen} open invitations, which is the maximum. Withdraw some, or wait until they expire. The operator can raise UNDERSTUDY_MAX_INVITATIONS.`,
  );
}
