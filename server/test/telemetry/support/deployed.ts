import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createValidator } from '../../../src/lib/validator.ts';
import { Dashboard } from './dashboard-schema.ts';

const validate = createValidator(Dashboard, { subject: 'the dashboard' });

/** The folder of the deployment files. */
export const deployFolder = join(import.meta.dirname, '../../../../deploy');

/**
 * The dashboard, as Grafana gets it.
 * @throws if it does not have Grafana's form
 */
export function readDashboard(
  text: string = readFileSync(join(deployFolder, 'grafana/understudy.json'), 'utf8'),
): Dashboard {
  const read = validate(JSON.parse(text));
  if (!read.ok) throw new Error(`the dashboard does not hold: ${JSON.stringify(read)}`);
  return read.value;
}

/** Every query of the dashboard, with Grafana's values for its variables. */
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

/** The expression of every alert, by name. */
export function alertExpressions(): { alert: string; expr: string }[] {
  const { groups } = parse(readFileSync(join(deployFolder, 'prometheus/alerts.yml'), 'utf8'));
  return groups.flatMap(({ rules }: { rules: { alert: string; expr: string }[] }) => rules);
}

/** The metrics that an expression names, except Prometheus's own. */
export function metricsNamedIn(expr: string): string[] {
  return [...expr.matchAll(/\b(?:understudy|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name);
}
