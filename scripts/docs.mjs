// npm run docs: generates every generated page from its source. With --check, it changes nothing and lists outdated
// pages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceSchemaText } from '../server/src/admin/documents/workspace-schema.ts';
import { consoleErrors } from '../server/src/domain/console/console-error.ts';
import { consoleApiPath, consoleRoutes } from '../server/src/domain/console/routes.ts';
import { intents, intentWords } from '../server/src/domain/intents.ts';
import { acts, policyFor } from '../server/src/drafting/policy-table.ts';
import { buildOpenApi } from '../server/src/http/openapi.ts';
import { errorCatalogue } from '../server/src/lib/error-catalogue.ts';
import { settingsAsMarkdown } from '../server/src/settings/describe-settings.ts';
import { metricsAsMarkdown } from '../server/src/telemetry/metric-catalogue.ts';
import { coveragePage, readContract } from '../server/test/architecture/contract-coverage.ts';
import { layersAsMarkdown, ownersAsMarkdown } from '../server/test/architecture/layers.ts';
import { tieBreaks } from '../server/test/drafting/learned/tie-breaks.ts';
import { documentedPrompt } from '../server/test/models/documented-prompt.ts';
import { withSection } from '../server/test/support/page-section.ts';

const root = join(import.meta.dirname, '..');
const prompt = await documentedPrompt();
const pages = {
  'openapi.json': () => `${JSON.stringify(buildOpenApi({ serverUrl: null }), null, 2)}\n`,
  'workspace-document.schema.json': workspaceSchemaText,
  'docs/errors.md': errorsPage,
  'docs/console-api.md': () =>
    withSection(withSection(read('docs/console-api.md'), 'routes', routesOfConsole()), 'codes', consoleCodes()),
  'docs/contract-coverage.md': () => coveragePage(readContract()),
  'docs/architecture.md': () =>
    withSection(withSection(read('docs/architecture.md'), 'owners', ownersAsMarkdown()), 'layers', layersAsMarkdown()),
  'docs/drafting.md': () => withSection(withSection(read('docs/drafting.md'), 'ties', ties()), 'policy', policyTable()),
  'docs/models.md': () => withSection(read('docs/models.md'), 'prompt', prompt),
  'docs/operating.md': () =>
    withSection(
      withSection(read('docs/operating.md'), 'settings', settingsAsMarkdown()),
      'metrics',
      metricsAsMarkdown(),
    ),
};

const isCheck = process.argv.includes('--check');
for (const [file, make] of Object.entries(pages)) {
  const wanted = make();
  if (wanted === read(file)) continue;
  if (isCheck) {
    process.stdout.write(`${file} is out of date: run "npm run docs" and commit it.\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(root, file), wanted);
    process.stdout.write(`wrote ${file}\n`);
  }
}

function read(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch {
    return '';
  }
}

function policyTable() {
  const rows = intents.map(policyFor).map((row) => {
    const gates = acts.map((act) => row[act]);
    return `| \`${row.intent}\` | ${intentWords[row.intent].about} | ${gates.join(' | ')} | ${row.risk} |`;
  });
  return `| intent | about | ${acts.join(' | ')} | otherwise |\n|---|---|${'---|'.repeat(acts.length)}---|\n${rows.join('\n')}`;
}

function consoleCodes() {
  const rows = Object.entries(consoleErrors).map(
    ([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |`,
  );
  return `| code | status | message |\n|---|---|---|\n${rows.join('\n')}`;
}

function routesOfConsole() {
  const rows = Object.entries(consoleRoutes).map(
    ([name, { method, path, access, about }]) => `| \`${name}\` | ${method} | \`${path}\` | ${access} | ${about} |`,
  );
  return `These paths are relative to \`${consoleApiPath}\`:\n\n| name | | path | access | |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

function ties() {
  const examples = (list) => list.map(([message, intent]) => `"${message}" is \`${intent}\``).join('; ');
  return tieBreaks.map((tie) => `- ${tie.between}: ${examples(tie.examples)}`).join('\n');
}

function errorsPage() {
  const rows = Object.entries(errorCatalogue).map(
    ([code, entry]) =>
      `| \`${code}\` | ${entry.status} | ${entry.message} | ${entry.nextStep} | ${entry.whoActs} | ${entry.retryable ? 'yes' : 'no'} |`,
  );
  const cases = Object.entries(errorCatalogue).flatMap(([code, entry]) =>
    Object.values(entry.cases ?? {}).map(
      (words) => `| \`${code}\` | ${typeof words === 'function' ? words('…') : words} |`,
    ),
  );
  return `# Errors

\`npm run docs\` generates this page from the service's error catalogue. Every error is a JSON object
\`{"ok":false,"error":"<code>","message":"<text>","requestId":"<id>"}\`. Codes are stable, but messages may change. A message may
contain more details than the table: the field, the limit, or the time when the allowance renews. The \`requestId\` equals the
\`x-request-id\` header.

"Retry" says whether you may resend the same request with the same idempotency key, after the number of seconds in
\`Retry-After\`, with backoff and jitter. [calling.md](calling.md) has the details.

| code | status | message | what to do | who can act | retry |
|---|---|---|---|---|---|
${rows.join('\n')}

## Messages with more details

If the service knows more about an error, one of these messages replaces the message above. "…" is a value, such as the key's
limit.

| code | message |
|---|---|
${cases.join('\n')}
`;
}
