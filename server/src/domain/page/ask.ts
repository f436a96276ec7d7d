import type { Autonomy, ItemRecord } from '../autonomy.ts';
import type { InboxChanges } from '../inbox/snapshot.ts';
import type { ModelUse } from '../language-model.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { PageRecord } from './page.ts';

/** A question and its assessment. The question has passed every check that needs no commit. */
export interface AskInput {
  readonly slug: string;
  readonly askId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly notificationId: string;
  readonly use: AskUse;
  readonly question: string;
  /** The hash of the question without case, spaces and end punctuation, so that equivalent questions count as one. */
  readonly questionHash: string;
  /** The profile's revision that the question was assessed with. */
  readonly revision: string;
  readonly judged: {
    readonly intent: string;
    readonly riskLevel: HandoffVerdict['riskLevel'];
    readonly urgency: HandoffVerdict['urgency'];
    /** The ids of the items that answer, in order. If empty, the question is passed on. */
    readonly items: readonly string[];
    readonly modelUse: ModelUse | null;
  };
  /** The hash of the secret link that the visitor gets if the question is passed on. */
  readonly tokenHash: string;
  /** The visitor's contact details, sealed; null if there are none. */
  readonly contact: string | null;
  readonly monthlyReplies: Readonly<Record<'creator' | 'studio' | 'agency', number>>;
  readonly limits: AskLimits;
}

/** The proof or ticket that a question uses up, and the networks that the question is counted for. */
export interface AskUse {
  /** The hash of the proof or ticket. */
  readonly useHash: string;
  /**
   * The salted hashes of the visitor's network: today's hash, then those that may have been used within the last day.
   */
  readonly networks: readonly string[];
  readonly isForm: boolean;
}

export interface AskLimits {
  /** The limits per hour for one network on one Page: for all questions, and for those from the form. */
  readonly asksPerHour: number;
  readonly formAsksPerHour: number;
}

export type AskAnswer =
  | { readonly outcome: 'answered'; readonly isCharged: boolean }
  | { readonly outcome: 'passed_on'; readonly isNew: boolean }
  /** The profile has changed, so the question must be reassessed. Nothing was written. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'spent' }
  | { readonly outcome: 'full'; readonly retryAfterSeconds: number };

/** The state of a Page and its limits at one moment. */
export interface PageSnapshot {
  readonly now: EpochMs;
  readonly workspaceId: string;
  readonly workspace: {
    readonly status: 'active' | 'inactive';
    readonly plan: 'creator' | 'studio' | 'agency';
    readonly monthlyReplies: number | null;
    readonly shares: { readonly api?: number; readonly inbox?: number; readonly page?: number } | null;
    /** Whether a language model may read the workspace's messages at all. */
    readonly usesModel: boolean;
  };
  readonly page: PageRecord;
  readonly profile: { readonly status: 'active' | 'inactive'; readonly revision: string };
  readonly usage: { readonly api: number; readonly inbox: number; readonly page: number };
  readonly today: { readonly replies: number; readonly handoffs: number };
  /**
   * Questions from the given networks in the last hour: how many, and when the first was asked; null if there were
   * none.
   */
  readonly asks: { readonly count: number; readonly oldestAt: EpochMs | null };
  readonly formAsks: { readonly count: number; readonly oldestAt: EpochMs | null };
  /** Whether the given proof or ticket has already been used. */
  readonly isSpent: boolean;
  /**
   * The earlier question with the same hash that was charged within the last day, at this profile's revision; null if
   * there is none.
   */
  readonly repeat: string | null;
  /**
   * The conversation that was opened by the same question from the same network within the last day; null if there is
   * none.
   */
  readonly joined: string | null;
  /** Whether a combined notice is waiting to be sent. */
  readonly isGathering: boolean;
  /**
   * How replies for the profile are drafted, with the records of edited and rejected items; null if `isJudging` was not
   * set.
   */
  readonly drafting: { readonly autonomy: Autonomy; readonly records: readonly ItemRecord[] } | null;
}

/** What a snapshot should include. */
export interface PageNeeds {
  readonly slug: string;
  readonly use?: AskUse;
  readonly questionHash?: string;
  /** Whether the snapshot is used to assess a question. */
  readonly isJudging?: boolean;
}

/** A question in the form in which it is stored for 30 days. */
export interface AskRow {
  readonly askId: string;
  readonly slug: string;
  readonly question: string;
  readonly questionHash: string;
  readonly network: string;
  readonly revision: string;
  readonly isAnswered: boolean;
  readonly isCharged: boolean;
  readonly intent: string;
  readonly items: readonly string[];
  readonly conversationId: string | null;
}

/** Everything that one question writes, in one commit. */
export interface PageChanges {
  readonly slug: string;
  readonly use: AskUse | null;
  readonly ask: AskRow | null;
  /** The conversation that a question opens, with its notices; null if there is nothing to write. */
  readonly inbox: InboxChanges | null;
  readonly link: {
    readonly tokenHash: string;
    readonly conversationId: string;
    readonly contact: string | null;
  } | null;
  readonly day: { readonly replies: number; readonly handoffs: number };
  /** One unit of the current month from the source `page`; null if nothing is charged. */
  readonly charge: {
    readonly askId: string;
    readonly intent: string;
    readonly riskLevel: string;
    readonly modelUse: ModelUse | null;
  } | null;
  /** The combined notice that starts with this question; null if none starts. */
  readonly notice: { readonly notificationId: string; readonly dueInMs: number } | null;
}

/** Retention periods for a Page's data, in milliseconds. */
export const pageKeeping = {
  useMs: 86_400_000,
  networkMs: 86_400_000,
  askMs: 30 * 86_400_000,
  contactMs: 30 * 86_400_000,
  dayMs: 90 * 86_400_000,
} as const;
