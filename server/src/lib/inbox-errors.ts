/** The error codes of connected inboxes and their outbox, which are part of the catalogue. */
export const inboxErrors = {
  hook_signature_invalid: {
    status: 401,
    retryable: false,
    whoActs: 'caller',
    message: 'The signature is missing or wrong, or the receiver does not exist.',
    nextStep:
      "Sign the raw body with the connection's secret, and make sure that your clock is accurate to within 5 minutes.",
  },
  connection_not_found: {
    status: 404,
    retryable: false,
    whoActs: 'caller',
    message: 'No connection with this connectionId exists, or the key has no access to it.',
    nextStep: 'Check the connectionId. "understudy connections list" lists all connections.',
  },
  outbox_item_not_found: {
    status: 404,
    retryable: false,
    whoActs: 'caller',
    message: 'No outbox item with this outboxId exists, or the key has no access to it.',
    nextStep: 'List the outbox again.',
  },
  outbox_claimed: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'This item is already claimed.',
    nextStep: 'Leave the item to the sender that claimed it.',
  },
  outbox_ended: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'This item was already sent, skipped, or reported as failed, or its claim ended without a result.',
    nextStep:
      'Claim the next item. A claim without a result is resolved when its result arrives, when the platform echoes the message, or when the creator decides whether the message was sent.',
  },
  outbox_withdrawn: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'This item was withdrawn, so it must not be sent.',
    nextStep: 'Claim the next item.',
  },
  outbox_expired: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'The time window for sending a reply has closed.',
    nextStep: 'Claim the next item.',
  },
  outbox_not_claimed: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'This item is not claimed under this claimId.',
    nextStep: 'Claim the item first, then report the result with the claimId from that claim.',
  },
  outbox_result_conflict: {
    status: 409,
    retryable: false,
    whoActs: 'caller',
    message: 'A different result was already reported for this item.',
    nextStep: 'Keep the result that was reported first.',
  },
} as const;
