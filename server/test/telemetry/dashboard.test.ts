import { expect, test } from 'vitest';
import { createMeasures } from '../../src/telemetry/create-measures.ts';
import { metricCatalogue } from '../../src/telemetry/metric-catalogue.ts';
import { alertExpressions, dashboardQueries, metricsNamedIn, readDashboard } from './support/deployed.ts';

async function namesExposed(): Promise<Set<string>> {
  const measures = createMeasures({ ofProcess: true });
  // These metrics have no series until work is done.
  measures.watchQueue('requests', () => 0, 1);
  measures.watchStore({ check: async () => undefined, dueWorkspaces: async () => 0 });
  measures.requestEnded({ route: '/', status: 200, durationMs: 1 });
  const page = await measures.text();
  const kinds = [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    kinds.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

test('the dashboard is valid for Grafana, and an invalid one is rejected', () => {
  const dashboard = readDashboard();
  expect(dashboard.panels.length).toBeGreaterThan(20);
  expect(() =>
    readDashboard(JSON.stringify({ ...dashboard, panels: [{ ...dashboard.panels[0], type: 'graf' }] })),
  ).toThrow('panels[0].type must be one of timeseries, stat');
});

test('panels have unique ids, and never overlap', () => {
  const { panels } = readDashboard();
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)}:${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
});

test('every query of the dashboard and every alert names only metrics that a service exposes', async () => {
  const exposed = await namesExposed();
  const named = [...dashboardQueries(), ...alertExpressions()].flatMap(({ expr }) => metricsNamedIn(expr));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !exposed.has(name))).toEqual([]);
});

test('every metric of the service is on the dashboard', () => {
  const shown = dashboardQueries().flatMap(({ expr }) => metricsNamedIn(expr));
  const missing = Object.values(metricCatalogue).filter(({ name }) => !shown.some((one) => one.startsWith(name)));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('"All" includes every process that identifies itself as Understudy, whatever its job is called, and no other', () => {
  const chosen = readDashboard().templating.list.filter(({ includeAll }) => includeAll);
  expect(chosen.map((variable) => [variable.name, 'allValue' in variable, JSON.stringify(variable)])).toEqual([
    ['job', false, expect.stringContaining('label_values(understudy_store_up, job)')],
    ['instance', false, expect.stringContaining('label_values(understudy_store_up{job=~')],
  ]);
});

test('every query covers only the selected processes', () => {
  const { panels } = readDashboard();
  const queries = panels.flatMap((panel) => (panel.type === 'row' ? [] : panel.targets.map(({ expr }) => expr)));
  const selectors = queries.flatMap((expr) =>
    [...expr.matchAll(/[a-z_]+\{([^}]*)\}/g)].map(([, inside = '']) => inside),
  );
  expect(selectors.filter((inside) => !inside.startsWith('job=~"$job",instance=~"$instance"'))).toEqual([]);
});
