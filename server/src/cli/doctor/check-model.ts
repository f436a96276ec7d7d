import type { Config } from '../../config.ts';
import { ModelFailure } from '../../domain/language-model.ts';
import { createLog } from '../../lib/log.ts';
import type { WorkspaceSummary } from '../../store/workspace-port.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const slowShare = 0.5;

/**
 * Checks whether the language model answers in the required format, and how fast. Sends the model one question about an
 * example item.
 */
export async function checkModel({ model }: Config, workspaces: readonly WorkspaceSummary[]): Promise<Finding[]> {
  const wanting = workspaces.filter(({ usesModel }) => usesModel).map(({ workspaceId }) => workspaceId);
  if (model === null) {
    if (wanting.length === 0) return [];
    return [
      warn(
        'language model',
        `none, though ${wanting.slice(0, 3).join(', ')}${wanting.length > 3 ? ` and ${wanting.length - 3} more` : ''} would use one`,
        'Set UNDERSTUDY_MODEL. While it is unset, messages are decided without a model.',
      ),
    ];
  }
  const { probeModel } = await import('../../drafting/model/probe-forms.ts');
  const { createLanguageModel } = await import('../../models/create-language-model.ts');
  const name = `${model.provider}:${model.name}`;
  const findings: Finding[] = [];
  if (model.key !== null && model.baseUrl?.startsWith('http:') === true && !isLocal(model.baseUrl)) {
    findings.push(
      warn('language model', 'its key is sent unencrypted', 'Use an https:// address in UNDERSTUDY_MODEL_BASE_URL.'),
    );
  }
  try {
    const probe = await probeModel(createLanguageModel(model, createLog({ level: 'silent' })));
    const seconds = (probe.milliseconds / 1_000).toFixed(1);
    const found = `${name} answers in ${seconds} s (${probe.outputTokens} tokens), `;
    if (!probe.isRight) {
      const remedy =
        'Try a larger model. "understudy doctor --model" and "understudy evaluate --model" measure how good a model is.';
      findings.push(warn('language model', `${found}in the required format, but misreads a simple question`, remedy));
    } else if (probe.milliseconds > model.timeoutMs * slowShare) {
      const remedy = 'Raise UNDERSTUDY_MODEL_TIMEOUT_MS, or use a faster model.';
      findings.push(warn('language model', `${found}close to the timeout of ${model.timeoutMs} ms`, remedy));
    } else {
      findings.push(ok('language model', `${found}in the required format`));
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    const status = error.status === null ? '' : ` (HTTP ${error.status})`;
    const remedy =
      error.reason === 'schema'
        ? 'Choose a model that follows a JSON Schema. Until then, messages are decided without a model.'
        : 'Check UNDERSTUDY_MODEL, UNDERSTUDY_MODEL_BASE_URL and the key, and check that the model server is running.';
    findings.push(fail('language model', `${name}: ${error.message}${status}`, remedy));
  }
  if (wanting.length === 0) {
    const remedy = 'Set "drafting: { model: true }" in a workspace document and import it.';
    findings.push(warn('language model', 'no workspace uses it', remedy));
  }
  return findings;
}

function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
