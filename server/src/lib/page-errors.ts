/** The error codes of Pages, which are part of the catalogue. */
export const pageErrors = {
  page_not_found: {
    status: 404,
    retryable: false,
    whoActs: 'caller',
    message: 'This page does not exist.',
    nextStep: 'Check the address. The part after /p/ is case-sensitive.',
  },
  page_origin_rejected: {
    status: 403,
    retryable: false,
    whoActs: 'caller',
    message: "The question did not come from the Page's own address.",
    nextStep: 'Open the Page and ask there.',
  },
  page_proof_required: {
    status: 403,
    retryable: true,
    whoActs: 'caller',
    message: "A question requires a proof of work, or a ticket from the Page's form.",
    nextStep: 'Fetch a new challenge and solve it, or reopen the form and submit it after a few seconds.',
  },
  page_proof_spent: {
    status: 409,
    retryable: true,
    whoActs: 'caller',
    message: 'This proof or form was already used.',
    nextStep: 'Fetch a new challenge, or reopen the form.',
  },
  page_full: {
    status: 429,
    retryable: true,
    whoActs: 'creator',
    message: 'The Page cannot pass on any more questions today.',
    nextStep: 'Try again tomorrow. The Page still answers questions that its approved texts cover.',
  },
} as const;
