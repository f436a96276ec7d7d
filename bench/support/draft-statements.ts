import { constantOutput } from './constant-engine.ts';

const response = text({ ok: true, decision: constantOutput.decision });
const trace = text(constantOutput.trace);
const tally = text({ intent: constantOutput.decision.intent, riskLevel: constantOutput.decision.riskLevel });
const allowance = text({ creator: 1e9, studio: 1e9, agency: 1e9 });
const hash = '0'.repeat(64);
const dayMs = 86_400_000;

/**
 * Returns the statements of one draft on PostgreSQL, as pgbench scripts that each choose one of `workspaces` workspaces
 * at random.
 */
export function draftStatements(workspaces: number) {
  const choose = `\\set w random(0, ${workspaces - 1})\n\\set n random(1, 9000000000000000)\n`;
  return {
    /** The two statements of a draft with a lease. */
    admitAndSettle: `${choose}
SELECT understudy.admit_draft('ws_' || :w, 'pgbench-' || :n, '${hash}', 'token-' || :n, 30000, ${dayMs}, 'prof_one', 'conv_one',
  '${allowance}', (SELECT NULL::text));
SELECT understudy.settle_draft('ws_' || :w, 'pgbench-' || :n, 'token-' || :n, '${response}', '${trace}', ${dayMs}, NULL,
  '${tally}');
`,
    /** The two statements of a draft without a lease, for one draft at a time. */
    prepareAndStore: `${choose}
SELECT understudy.prepare_drafts(json_build_array(json_build_object('workspace', 'ws_' || :w, 'key', 'pgbench-' || :n,
  'profile', 'prof_one', 'conversation', 'conv_one', 'monthly_replies', '${allowance}'::json)));
SELECT understudy.store_drafts(json_build_array(json_build_object('workspace', 'ws_' || :w, 'conversations', '["conv_one"]'::json,
  'monthly_replies', '${allowance}'::json, 'drafts', json_build_array(json_build_object('key', 'pgbench-' || :n, 'hash', '${hash}',
  'profile', 'prof_one', 'conversation', 'conv_one', 'response', '${response}', 'trace', '${trace}', 'retention_ms', ${dayMs},
  'intent', 'shipping', 'risk_level', 'safe')))));
`,
  };
}

/** Returns JSON without a colon before a word or a number, which pgbench would take for a variable. */
function text(value: unknown): string {
  return JSON.stringify(value).replaceAll('":', '": ');
}
