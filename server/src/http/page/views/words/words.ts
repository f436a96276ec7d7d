/** A Page's own words in one language. `{name}` is a placeholder for the creator, `{date}` for a day. */
export interface PageWords {
  readonly askHeading: string;
  readonly askIntro: string;
  readonly question: string;
  readonly questionHint: string;
  readonly contact: string;
  readonly contactHint: string;
  readonly send: string;
  readonly sending: string;
  readonly answerHeading: string;
  readonly passedOnHeading: string;
  readonly youAsked: string;
  readonly approvedOn: string;
  readonly offerLink: string;
  readonly keepLink: string;
  readonly threadLink: string;
  readonly askAgain: string;
  readonly closeAnswer: string;
  readonly topicsHeading: string;
  readonly otherTopic: string;
  readonly offers: string;
  readonly helpHeading: string;
  readonly helpLine: string;
  readonly backToPage: string;
  readonly threadHeading: string;
  readonly askedOn: string;
  readonly answeredOn: string;
  readonly notAnsweredYet: string;
  readonly keepAddress: string;
  readonly errorHeading: string;
  /** The texts by error code. */
  readonly errors: {
    readonly question: string;
    readonly contact: string;
    readonly rate_limited: string;
    readonly page_proof_required: string;
    readonly page_proof_spent: string;
    readonly page_full: string;
    readonly page_not_found: string;
    readonly page_origin_rejected: string;
    readonly unreachable: string;
    readonly other: string;
  };
}
