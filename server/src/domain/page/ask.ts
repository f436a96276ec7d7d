import type { InboxChanges } from '../inbox/rows.ts';
import type { ModelUse } from '../language-model.ts';
import type { HandoffVerdict } from '../notification.ts';
import type { EpochMs } from '../period.ts';
import type { PageRecord } from './page.ts';

/** A question that passed every check that needs no commit, with what was judged of it. */
export interface AskInput {
  readonly slug: string;
  readonly askId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly notificationId: string;
  readonly use: AskUse;
  readonly question: string;
  /** Of the question without case, spaces and end punctuation: equal questions are one. */
  readonly questionHash: string;
  /** The revision of the profile that was judged with. */
  readonly revision: string;
  readonly judged: {
    readonly intent: string;
    readonly riskLevel: HandoffVerdict['riskLevel'];
    readonly urgency: HandoffVerdict['urgency'];
    /** The items that answer, in order; empty: the question is passed on. */
    readonly items: readonly string[];
    readonly modelUse: ModelUse | null;
  };
  /** Of the secret link that is given if the question is passed on. */
  readonly tokenHash: string;
  /** What the visitor left, sealed. */
  readonly contact: string | null;
  readonly monthlyReplies: Readonly<Record<'creator' | 'studio' | 'agency', number>>;
  readonly limits: AskLimits;
}

/** What an ask is spent of and counted under. */
export interface AskUse {
  /** The hash of its proof or ticket. */
  readonly useHash: string;
  /** The salted hash of the visitor's network: today's, then those that it may have been counted under within a day. */
  readonly networks: readonly string[];
  readonly isForm: boolean;
}

export interface AskLimits {
  /** Of one Page and network, in an hour; and how many of them by form. */
  readonly asksPerHour: number;
  readonly formAsksPerHour: number;
}

export type AskAnswer =
  | { readonly outcome: 'answered'; readonly isCharged: boolean }
  | { readonly outcome: 'passed_on'; readonly isNew: boolean }
  /** The profile is another one now: judge anew. Nothing was written. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'spent' }
  | { readonly outcome: 'full'; readonly retryAfterSeconds: number };

/** What a Page and its limits look like at one moment. */
export interface PageSnapshot {
  readonly now: EpochMs;
  readonly workspaceId: string;
  readonly workspace: {
    readonly status: 'active' | 'inactive';
    readonly plan: 'creator' | 'studio' | 'agency';
    readonly monthlyReplies: number | null;
    readonly shares: { readonly api?: number; readonly inbox?: number; readonly page?: number } | null;
    /** Whether a language model may read messages of the workspace at all. */
    readonly usesModel: boolean;
  };
  readonly page: PageRecord;
  readonly profile: { readonly status: 'active' | 'inactive'; readonly revision: string };
  readonly usage: { readonly api: number; readonly inbox: number; readonly page: number };
  readonly today: { readonly replies: number; readonly handoffs: number };
  /** Of the networks that were named, in the last hour; the first of them, null where there is none. */
  readonly asks: { readonly count: number; readonly oldestAt: EpochMs | null };
  readonly formAsks: { readonly count: number; readonly oldestAt: EpochMs | null };
  /** The proof or ticket that was named has been used. */
  readonly isSpent: boolean;
  /** The words in which the question that was named was charged within a day, at the profile's revision; null: it was not. */
  readonly repeat: string | null;
  /** The conversation that the same question of the same network opened within a day. */
  readonly joined: string | null;
  /** A gathered notice waits to leave. */
  readonly isGathering: boolean;
}

/** What a snapshot is to tell of. */
export interface PageNeeds {
  readonly slug: string;
  readonly use?: AskUse;
  readonly questionHash?: string;
}

/** A question as it is kept for 30 days. */
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

/** What an ask writes, all of it in one commit. */
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
  /** The gathered notice that begins with this question. */
  readonly notice: { readonly notificationId: string; readonly dueInMs: number } | null;
}

/** How long what a Page keeps stays. */
export const pageKeeping = {
  useMs: 86_400_000,
  networkMs: 86_400_000,
  askMs: 30 * 86_400_000,
  contactMs: 30 * 86_400_000,
  dayMs: 90 * 86_400_000,
} as const;
