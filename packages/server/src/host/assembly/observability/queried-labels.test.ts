import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { filesUnder, read } from '../../../../../repository/src/source-tree.ts';

/** Labels that Prometheus and histograms add to every series. */
const ADDED = ['job', 'instance', 'le', 'alertname', 'alertstate'];

const FOLDER = 'packages/server/src/host/assembly/observability';

/** The labels of each metric by its name, as its definition has them. */
function definedLabels(): Map<string, string[]> {
  const sources = filesUnder(FOLDER).filter((file) => /-?metrics\.ts$/.test(file));
  const definitions = sources.flatMap((file) => read(file).split(/new (?:Counter|Gauge|Histogram)\(/));
  return new Map(
    definitions.flatMap((definition) => {
      const [, name] = /^\{\s*name: ['`](cardwright_\w+)/.exec(definition) ?? [];
      const [, labels = ''] = /labelNames: \[([^\]]*)\]/.exec(definition) ?? [];
      return name === undefined ? [] : [[name, [...labels.matchAll(/\w+/g)].map(([label]) => label)] as const];
    }),
  );
}

const defined = definedLabels();

/** Returns the labels that an expression or its text uses, and none of its metrics has. */
function unknownLabels({ expression, text = '' }: Query): string[] {
  const metrics = [...expression.matchAll(/\bcardwright_\w+/g)].map(([name]) =>
    defined.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''),
  );
  const known = [...ADDED, ...metrics.flatMap((name) => defined.get(name) ?? [])];
  const used = [
    ...[...expression.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!),
    ...[...expression.matchAll(/\b(?:by|on|without)\s*\(([^)]*)\)/g)].flatMap(
      ([, labels = '']) => labels.match(/\w+/g) ?? [],
    ),
    ...[...text.matchAll(/\$labels\.(\w+)|\{\{\s*(\w+)\s*\}\}/g)].map(([, label, legend]) => (label ?? legend)!),
  ];
  return used.filter((label) => !known.includes(label));
}

interface Query {
  readonly expression: string;
  /** The text that is displayed with a result, which may contain labels. */
  readonly text?: string | undefined;
}

interface Rules {
  readonly groups: readonly { readonly rules: readonly { expr: string; annotations?: Record<string, string> }[] }[];
}

function dashboardQueries(value: unknown): Query[] {
  if (typeof value !== 'object' || value === null) return [];
  const { expr, legendFormat } = value as { expr?: string; legendFormat?: string };
  const own = expr === undefined ? [] : [{ expression: expr, text: legendFormat }];
  return [...own, ...Object.values(value).flatMap(dashboardQueries)];
}

it('each label in a query of the dashboard, or in an alert or its text, is a label of its metrics', () => {
  const { groups } = parse(read('deploy/prometheus/alerts.yaml')) as Rules;
  const alerts = groups.flatMap(({ rules }) =>
    rules.map(({ expr, annotations = {} }) => ({ expression: expr, text: annotations.summary })),
  );
  const queries = [...dashboardQueries(JSON.parse(read('deploy/grafana/cardwright.json'))), ...alerts];
  expect(queries.length).toBeGreaterThan(70);
  const wrong = queries.map((query) => [query.expression, unknownLabels(query)] as const);
  expect(wrong.filter(([, labels]) => labels.length > 0)).toEqual([]);
});

it('the labels of every metric are read', () => {
  expect(defined.get('cardwright_request_duration_seconds')).toEqual(['operation', 'status']);
  expect(defined.get('cardwright_network_sign_ons_total')).toEqual(['network', 'event']);
  expect([...defined.values()].filter((labels) => labels.length > 0).length).toBeGreaterThan(15);
});
