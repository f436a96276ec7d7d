import type { ModelUse } from '../../domain/language-model.ts';
import { periodOf } from '../../domain/period.ts';
import type { ModelTotals } from '../../domain/usage.ts';
import type { DraftingSettings } from '../../domain/workspace-document.ts';
import type { Connection } from './connection.ts';
import type { Transaction } from './transaction.ts';

/**
 * Returns whether a workspace's drafting settings, as JSON text, let a language model read its messages and phrase its
 * replies.
 */
export function modelTerms(drafting: string | null): { readonly usesModel: boolean; readonly usesWording: boolean } {
  const { model, wording }: DraftingSettings = drafting === null ? {} : JSON.parse(drafting);
  return { usesModel: model === true, usesWording: wording === true };
}

/** Adds one draft's use of a model to the current period. */
export function countModelUse({ db, now }: Transaction, workspaceId: string, use: ModelUse): void {
  db.run(
    `INSERT INTO model_usage (workspace_id, period, outcome, drafts, calls, input_tokens, output_tokens, milliseconds,
       readings, checks, wordings) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET drafts = drafts + 1, calls = calls + excluded.calls,
       input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
       milliseconds = milliseconds + excluded.milliseconds, readings = readings + excluded.readings,
       checks = checks + excluded.checks, wordings = wordings + excluded.wordings`,
    workspaceId,
    periodOf(now).name,
    use.outcome,
    use.calls,
    use.inputTokens,
    use.outputTokens,
    use.milliseconds,
    use.readings,
    use.checks,
    use.wordings,
  );
}

/** Returns the totals of a period, or null if no model was used in it. */
export function readModelTotals(db: Connection, workspaceId: string, period: string): ModelTotals | null {
  const rows = db.all<Omit<ModelTotals, 'outcomes'> & { outcome: string; drafts: number }>(
    `SELECT outcome, drafts, calls, input_tokens AS inputTokens, output_tokens AS outputTokens, milliseconds,
       readings, checks, wordings
     FROM model_usage WHERE workspace_id = ? AND period = ? ORDER BY outcome`,
    workspaceId,
    period,
  );
  if (rows.length === 0) return null;
  const sum = (key: Exclude<keyof ModelTotals, 'outcomes'>) => rows.reduce((total, row) => total + row[key], 0);
  return {
    calls: sum('calls'),
    readings: sum('readings'),
    checks: sum('checks'),
    wordings: sum('wordings'),
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    milliseconds: sum('milliseconds'),
    outcomes: Object.fromEntries(rows.map(({ outcome, drafts }) => [outcome, drafts])),
  };
}
