import { OperatorError } from '../lib/errors.ts';

/** What whoever makes a key too many is told. */
export function tooManyKeys(maxActive: number): OperatorError {
  return new OperatorError(
    `This workspace has ${maxActive} keys in force, which is the most it may have. Revoke keys that are no longer used, or rotate a key without an overlap; the operator can raise UNDERSTUDY_MAX_KEYS.`,
  );
}

/** What whoever makes an invitation too many is told. */
export function tooManyInvitations(maxOpen: number): OperatorError {
  return new OperatorError(
    `This workspace has ${maxOpen} open invitations, which is the most it may have. Withdraw some, or wait until they expire; the operator can raise UNDERSTUDY_MAX_INVITATIONS.`,
  );
}
