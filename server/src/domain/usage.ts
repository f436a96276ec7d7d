import Type, { type Static } from 'typebox';
import type { EpochMs, PeriodName } from './period.ts';
import { PlanName } from './plan.ts';

/**
 * The contract for reading the usage. To add a count, add a field and a value in the example, check that the description
 * still fits, and add the count in each store.
 */
export const UsageRequest = Type.Object({}, { additionalProperties: false });
export type UsageRequest = Static<typeof UsageRequest>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const UsageResponse = Type.Object({
  ok: Type.Literal(true),
  usage: Type.Object({
    plan: PlanName,
    limit: count('replies per month'),
    used: count('replies charged or reserved this month, from all sources'),
    remaining: count('replies left this month'),
    period: Type.Object({
      start: Type.String({ format: 'date-time' }),
      end: Type.String({ format: 'date-time', description: 'when the allowance renews' }),
    }),
    totals: Type.Object({
      drafts: count('replies drafted through this interface'),
      replays: count('repeated requests answered from the stored response'),
      handoffs: count('handoffs to the creator'),
      bySource: Type.Object({
        api: count('replies charged by drafts'),
        inbox: count('replies charged by connected inboxes'),
        page: count('replies charged by creator Pages'),
      }),
      model: Type.Optional(
        Type.Object(
          {
            calls: count('requests to the language model, including retries'),
            readings: count('messages that the model was asked to read'),
            checks: count('answers that the model was asked to check'),
            wordings: count('replies that the model was asked to phrase'),
            inputTokens: count('tokens that the model read'),
            outputTokens: count('tokens that the model wrote'),
            milliseconds: count('time that drafts waited for the model'),
            outcomes: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
              description: "drafts by outcome of the model's part: used, or why it was not used",
            }),
          },
          { description: 'what a language model did; omitted if none was asked to read a message' },
        ),
      ),
    }),
  }),
});
export type UsageResponse = Static<typeof UsageResponse>;

/** The text that a model reads before it asks for the usage. */
export const usageDescription =
  "Returns the workspace's monthly reply allowance: limit, used, remaining, the period, and counts of operations. Use it before a batch of drafts, or to explain agent_monthly_quota_used. It is read-only.";

export const usageExample: UsageResponse = {
  ok: true,
  usage: {
    plan: 'creator',
    limit: 500,
    used: 38,
    remaining: 462,
    period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
    totals: { drafts: 31, replays: 4, handoffs: 2, bySource: { api: 31, inbox: 5, page: 2 } },
  },
};

type Usage = UsageResponse['usage'];

/** The usage as a store counts it. */
export interface UsageRecord {
  readonly plan: PlanName;
  readonly limit: number;
  /** Charged and reserved replies in the period, from all sources. */
  readonly used: number;
  readonly period: { readonly name: PeriodName; readonly startsAt: EpochMs; readonly endsAt: EpochMs };
  readonly totals: Readonly<Omit<Usage['totals'], 'bySource' | 'model'>>;
  readonly bySource: Readonly<Usage['totals']['bySource']>;
  /** Null if no model was asked during the period. */
  readonly model: ModelTotals | null;
}

/** Language-model use during a period. */
export type ModelTotals = Readonly<NonNullable<Usage['totals']['model']>>;

/** Returns the usage in the form that callers, operators and the console see. */
export function usageView({ plan, limit, used, period, totals, bySource, model }: UsageRecord): Usage {
  return {
    plan,
    limit,
    used,
    remaining: Math.max(0, limit - used),
    period: { start: new Date(period.startsAt).toISOString(), end: new Date(period.endsAt).toISOString() },
    totals: { ...totals, bySource, ...(model === null ? {} : { model }) },
  };
}
