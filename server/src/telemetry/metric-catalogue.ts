/**
 * One metric: its name in Prometheus, its meaning, and the values of each label. The values come from fixed lists and
 * are never ids or free text.
 */
export interface MetricEntry {
  readonly name: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const stageSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20];
const syncSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2];
const groupSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const queue =
  'a queue or a kind of work: `requests` in progress, `writes` that are not yet durable (SQLite), `connections` that callers are waiting for (PostgreSQL), `model_calls` in progress, `model_places` that callers are waiting for, `deliveries` in progress, open console `streams`, `passwords` that are waiting to be hashed, or `drafts` that are waiting for the engine';
const cause = 'or the reason for the failure, as listed in [models.md](models.md)';

/**
 * All metrics specific to the service. Dashboards and alerts depend on the names and labels, so new ones may be added,
 * but none may be renamed.
 */
export const metricCatalogue = {
  requests: {
    name: 'understudy_requests_total',
    kind: 'counter',
    help: 'Answered requests.',
    labels: { route: 'the pattern of the route, or `none`', status: 'the HTTP status; `0` if the caller disconnected' },
  },
  requestSeconds: {
    name: 'understudy_request_duration_seconds',
    kind: 'histogram',
    help: "Time from a request's headers to the end of its response.",
    labels: { route: 'the pattern of the route, or `none`' },
    buckets: requestSeconds,
  },
  stageSeconds: {
    name: 'understudy_stage_duration_seconds',
    kind: 'histogram',
    help: 'Time of each stage of a request, and of each delivery attempt.',
    labels: {
      stage:
        '`authentication`, `reading` (body and input), `admission`, `understanding`, `retrieval`, `composition`, `guard`, `model`, `settle`, or `delivery`',
    },
    buckets: stageSeconds,
  },
  decisions: {
    name: 'understudy_decisions_total',
    kind: 'counter',
    help: 'New drafts that were stored.',
    labels: { intent: 'one of the fixed list of intents', risk: '`safe`, `review`, `blocked`' },
  },
  handoffs: { name: 'understudy_handoffs_total', kind: 'counter', help: 'New handoffs that were stored.', labels: {} },
  replays: {
    name: 'understudy_replays_total',
    kind: 'counter',
    help: 'Writes answered with a stored response.',
    labels: { operation: '`draft`, `handoff`' },
  },
  refusals: {
    name: 'understudy_refusals_total',
    kind: 'counter',
    help: 'Rejected requests.',
    labels: {
      code: 'a code from [errors.md](errors.md); `agent_monthly_quota_used` means that the allowance is used up, and `rate_limited` means too many requests',
    },
  },
  pageAsks: {
    name: 'understudy_page_asks_total',
    kind: 'counter',
    help: 'Questions that visitors to Pages asked, after all limits.',
    labels: { outcome: '`answered`, `passed_on`, `full` (no more questions are passed on that day)' },
  },
  refusedAuthentications: {
    name: 'understudy_refused_authentications_total',
    kind: 'counter',
    help: 'Agent requests that were rejected because they had no valid key.',
    labels: {
      reason:
        '`missing` (no key), `key_invalid`, `address_limited` (too many rejected keys from the same address, so no key was looked up)',
    },
  },
  queueLength: {
    name: 'understudy_queue_length',
    kind: 'gauge',
    help: 'Work that is in progress or waiting now.',
    labels: { queue },
  },
  queueLimit: {
    name: 'understudy_queue_limit',
    kind: 'gauge',
    help: 'The maximum length of a queue, if it has one.',
    labels: { queue: 'as for `understudy_queue_length`' },
  },
  groupSize: {
    name: 'understudy_store_group_operations',
    kind: 'histogram',
    help: 'Operations in one transaction of the write thread (SQLite).',
    labels: {},
    buckets: groupSizes,
  },
  syncSeconds: {
    name: 'understudy_store_sync_duration_seconds',
    kind: 'histogram',
    help: 'Time of one sync of the write-ahead log (SQLite).',
    labels: {},
    buckets: syncSeconds,
  },
  syncedAnswers: {
    name: 'understudy_store_synced_answers_total',
    kind: 'counter',
    help: 'Responses that waited for a sync (SQLite).',
    labels: {},
  },
  storeUp: {
    name: 'understudy_store_up',
    kind: 'gauge',
    help: '1 if the store passes the `/readyz` check within three seconds of the scrape; otherwise 0. The check writes to SQLite but only queries PostgreSQL, so a full PostgreSQL disk shows up in rejected requests instead.',
    labels: {},
  },
  dueWorkspaces: {
    name: 'understudy_workspaces_with_due_notifications',
    kind: 'gauge',
    help: 'Workspaces that have a notification due now, counted up to 500. The number comes from the store, so it is the same on every process.',
    labels: {},
  },
  deliveries: {
    name: 'understudy_deliveries_total',
    kind: 'counter',
    help: 'Attempts to deliver a notification.',
    labels: {
      outcome:
        '`delivered`, `retry`, `failed` (given up), `unrecorded` (the result could not be stored, so the delivery will be repeated)',
    },
  },
  modelCalls: {
    name: 'understudy_model_calls_total',
    kind: 'counter',
    help: 'Requests to the language model.',
    labels: { outcome: `\`answered\`, ${cause}` },
  },
  modelCallSeconds: {
    name: 'understudy_model_call_duration_seconds',
    kind: 'histogram',
    help: 'Time of one request to the language model.',
    labels: {},
    buckets: [0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 13, 20, 40, 90],
  },
  modelDrafts: {
    name: 'understudy_model_drafts_total',
    kind: 'counter',
    help: 'Drafts for which the service needed the language model to read the message, whether or not this succeeded.',
    labels: { outcome: `\`used\`, ${cause}` },
  },
  cachedReadings: {
    name: 'understudy_model_cached_readings_total',
    kind: 'counter',
    help: 'Drafts that reused an earlier reading, so that the language model did not reread the message.',
    labels: {},
  },
  modelTokens: {
    name: 'understudy_model_tokens_total',
    kind: 'counter',
    help: 'Tokens, as the provider counts them.',
    labels: { direction: '`input`, `output`' },
  },
} as const satisfies Record<string, MetricEntry>;

/** Returns the catalogue as a Markdown table. */
export function metricsAsMarkdown(): string {
  const rows = Object.values<MetricEntry>(metricCatalogue).map(({ name, kind, help, labels }) => {
    const words = Object.entries(labels).map(([label, values]) => `\`${label}\`: ${values}`);
    return `| \`${name}\` | ${kind} | ${help} | ${words.join('; ')} |`;
  });
  return ['| Metric | Kind | Meaning | Labels |', '|---|---|---|---|', ...rows].join('\n');
}
