import { type Static, Type } from 'typebox';

/**
 * The part of Grafana's classic JSON model for dashboards that the deployed dashboard uses. The schema allows nothing
 * else. See https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
 */
const closed = { additionalProperties: false };
// biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is Grafana's own
const DataSource = Type.Object({ type: Type.Literal('prometheus'), uid: Type.Literal('${datasource}') }, closed);
const GridPos = Type.Object(
  {
    h: Type.Integer({ minimum: 1 }),
    w: Type.Integer({ minimum: 1, maximum: 24 }),
    x: Type.Integer({ minimum: 0, maximum: 23 }),
    y: Type.Integer({ minimum: 0 }),
  },
  closed,
);
const Target = Type.Object(
  {
    refId: Type.String({ pattern: '^[A-Z]$' }),
    datasource: DataSource,
    expr: Type.String({ minLength: 1 }),
    legendFormat: Type.String(),
    range: Type.Boolean(),
    instant: Type.Boolean(),
  },
  closed,
);
const Threshold = Type.Object({ color: Type.String(), value: Type.Union([Type.Number(), Type.Null()]) }, closed);
const Defaults = Type.Object(
  {
    unit: Type.Enum(['short', 'reqps', 'cps', 's', 'percentunit', 'bytes']),
    min: Type.Optional(Type.Number()),
    thresholds: Type.Optional(
      Type.Object(
        { mode: Type.Enum(['absolute', 'percentage']), steps: Type.Array(Threshold, { minItems: 1 }) },
        closed,
      ),
    ),
    mappings: Type.Optional(
      Type.Array(
        Type.Object({ type: Type.Literal('value'), options: Type.Record(Type.String(), Type.Object({})) }, closed),
      ),
    ),
    custom: Type.Optional(
      Type.Object(
        {
          drawStyle: Type.Enum(['line', 'bars', 'points']),
          lineWidth: Type.Integer({ minimum: 0, maximum: 10 }),
          fillOpacity: Type.Integer({ minimum: 0, maximum: 100 }),
          showPoints: Type.Enum(['auto', 'never', 'always']),
          stacking: Type.Object({ mode: Type.Enum(['none', 'normal', 'percent']), group: Type.String() }, closed),
        },
        closed,
      ),
    ),
  },
  closed,
);
const QueryPanel = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    type: Type.Enum(['timeseries', 'stat']),
    title: Type.String({ minLength: 1 }),
    description: Type.String(),
    datasource: DataSource,
    gridPos: GridPos,
    fieldConfig: Type.Object({ defaults: Defaults, overrides: Type.Array(Type.Object({})) }, closed),
    options: Type.Object({}),
    targets: Type.Array(Target, { minItems: 1 }),
  },
  closed,
);
const RowPanel = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    type: Type.Literal('row'),
    title: Type.String({ minLength: 1 }),
    collapsed: Type.Literal(false),
    gridPos: GridPos,
    panels: Type.Array(Type.Object({}), { maxItems: 0 }),
  },
  closed,
);
const Variable = Type.Object({
  name: Type.String({ pattern: '^[a-z]+$' }),
  label: Type.String(),
  type: Type.Enum(['datasource', 'query']),
  hide: Type.Enum([0, 1, 2]),
  refresh: Type.Enum([0, 1, 2]),
  multi: Type.Boolean(),
  includeAll: Type.Boolean(),
  options: Type.Array(Type.Object({})),
  current: Type.Object({}),
});

export const Dashboard = Type.Object(
  {
    uid: Type.String({ minLength: 1, maxLength: 40 }),
    title: Type.String({ minLength: 1 }),
    description: Type.String(),
    tags: Type.Array(Type.String()),
    timezone: Type.String(),
    editable: Type.Boolean(),
    graphTooltip: Type.Enum([0, 1, 2]),
    schemaVersion: Type.Integer({ minimum: 36 }),
    version: Type.Integer({ minimum: 0 }),
    refresh: Type.String({ pattern: '^[0-9]+[smh]$' }),
    fiscalYearStartMonth: Type.Integer({ minimum: 0, maximum: 11 }),
    time: Type.Object({ from: Type.String(), to: Type.String() }, closed),
    timepicker: Type.Object({}),
    links: Type.Array(Type.Object({})),
    annotations: Type.Object({ list: Type.Array(Type.Object({})) }, closed),
    templating: Type.Object({ list: Type.Array(Variable) }, closed),
    panels: Type.Array(Type.Union([QueryPanel, RowPanel]), { minItems: 1 }),
  },
  closed,
);
export type Dashboard = Static<typeof Dashboard>;
