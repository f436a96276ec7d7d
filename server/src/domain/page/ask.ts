import type { Autonomy, ItemRecord } from '../autonomy.ts';
import type { InboxChanges } from '../inbox/rows.ts';
import type { ModelUse } from '../language-model.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { PageRecord } from './page.ts';

/** A question that passed every check that needs no commit, with its assessment. */
export interface AskInput {
  readonly slug: string;
  readonly askId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly notificationId: string;
  readonly use: AskUse;
  readonly question: string;
  /** The hash of the question without case, spaces and end punctuation, so that equal questions count as one. */
  readonly questionHash: string;
  /** The revision of the profile that was used to assess it. */
  readonly revision: string;
  readonly judged: {
    readonly intent: string;
    readonly riskLevel: HandoffVerdict['riskLevel'];
    readonly urgency: HandoffVerdict['urgency'];
    /** The items that answer, in order; if empty, the question is passed on. */
    readonly items: readonly string[];
    readonly modelUse: ModelUse | null;
  };
  /** The hash of the secret link that is given if the question is passed on. */
  readonly tokenHash: string;
  /** The visitor's contact details, sealed. */
  readonly contact: string | null;
  readonly monthlyReplies: Readonly<Record<'creator' | 'studio' | 'agency', number>>;
  readonly limits: AskLimits;
}

/** The proof or ticket that a question uses up, and the identities under which it is counted. */
export interface AskUse {
  /** The hash of its proof or ticket. */
  readonly useHash: string;
  /** The salted hash of the visitor's network: today's, then those that may have been used within the last day. */
  readonly networks: readonly string[];
  readonly isForm: boolean;
}

export interface AskLimits {
  /** Limits for one Page and network, per hour, and how many of them may come from the form. */
  readonly asksPerHour: number;
  readonly formAsksPerHour: number;
}

export type AskAnswer =
  | { readonly outcome: 'answered'; readonly isCharged: boolean }
  | { readonly outcome: 'passed_on'; readonly isNew: boolean }
  /** The profile has changed, so the question must be assessed again. Nothing was written. */
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
  /** Questions of the given networks in the last hour, and the first of those; null if there is none. */
  readonly asks: { readonly count: number; readonly oldestAt: EpochMs | null };
  readonly formAsks: { readonly count: number; readonly oldestAt: EpochMs | null };
  /** Whether the given proof or ticket has been used. */
  readonly isSpent: boolean;
  /**
   * The answer under which the given question was charged within a day, at the profile's revision; null if it was not.
   */
  readonly repeat: string | null;
  /** The conversation that the same question from the same network opened within a day. */
  readonly joined: string | null;
  /** A combined notice is waiting to be sent. */
  readonly isGathering: boolean;
  /**
   * How replies of the profile are drafted, with the records of edited and rejected items; null if it was not asked
   * for.
   */
  readonly drafting: { readonly autonomy: Autonomy; readonly records: readonly ItemRecord[] } | null;
}

/** The data that a snapshot should include. */
export interface PageNeeds {
  readonly slug: string;
  readonly use?: AskUse;
  readonly questionHash?: string;
  /** Whether a question must be assessed with it. */
  readonly isJudging?: boolean;
}

/** A question as stored for 30 days. */
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

/** All writes of one question, in one commit. */
export interface PageChanges {
  readonly slug: string;
  readonly use: AskUse | null;
  readonly ask: AskRow | null;
  /** The conversation that a question opens, with its notices. */
  readonly inbox: InboxChanges | null;
  readonly link: {
    readonly tokenHash: string;
    readonly conversationId: string;
    readonly contact: string | null;
  } | null;
  readonly day: { readonly replies: number; readonly handoffs: number };
  /** One unit of the current month, of the source `page`. */
  readonly charge: {
    readonly askId: string;
    readonly intent: string;
    readonly riskLevel: string;
    readonly modelUse: ModelUse | null;
  } | null;
  /** The combined notice that begins with this question. */
  readonly notice: { readonly notificationId: string; readonly dueInMs: number } | null;
}

/** How long a Page's data is kept. */
export const pageKeeping = {
  useMs: 86_400_000,
  networkMs: 86_400_000,
  askMs: 30 * 86_400_000,
  contactMs: 30 * 86_400_000,
  dayMs: 90 * 86_400_000,
} as const;
