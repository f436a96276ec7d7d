import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createValidator } from '../../../src/lib/validator.ts';
import { Dashboard } from './dashboard-schema.ts';

const validate = createValidator(Dashboard, { subject: 'the dashboard' });

/** The folder of the deployment files. */
export const deployFolder = join(import.meta.dirname, '../../../../deploy');

/**
 * Reads the deployed dashboard.
 * @throws if it does not match Grafana's format
 */
export function readDashboard(
  text: string = readFileSync(join(deployFolder, 'grafana/understudy.json'), 'utf8'),
): Dashboard {
  const read = validate(JSON.parse(text));
  if (!read.ok) throw new Error(`the dashboard is invalid: ${JSON.stringify(read)}`);
  return read.value;
}

/** Returns every query in the dashboard, with its variables replaced as Grafana does. */
export function dashboardQueries(rateInterval = '5m'): { title: string; expr: string }[] {
  return readDashboard().panels.flatMap((panel) =>
    panel.type === 'row'
      ? []
      : panel.targets.map(({ expr }) => ({
          title: panel.title,
          expr: expr
            .replaceAll('$__rate_interval', rateInterval)
            .replaceAll('$job', '.*')
            .replaceAll('$instance', '.*'),
        })),
  );
}

/** Returns every alert's name and expression. */
export function alertExpressions(): { alert: string; expr: string }[] {
  const { groups } = parse(readFileSync(join(deployFolder, 'prometheus/alerts.yml'), 'utf8'));
  return groups.flatMap(({ rules }: { rules: { alert: string; expr: string }[] }) => rules);
}

/** Returns the metrics that an expression names, except Prometheus's own. */
export function metricsNamedIn(expr: string): string[] {
  return [...expr.matchAll(/\b(?:understudy|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
}
