import { operationAt } from '@cardwright/contract';
import { type Deviation, worstOutcome } from '../conformance-case.ts';
import type { PathMap } from '../path-map.ts';
import type { CaseResult, ConformanceReport } from '../report/report.ts';
import { AnswerWatch } from '../watch/answer-watch.ts';
import type { RecordedTraffic } from './traffic.ts';
import { watchRequest } from './watch-request.ts';

interface Drift {
  readonly operation: string;
  readonly path: string;
  readonly deviation: Deviation;
  requests: number;
}

/** Creates the drift report: checks recorded requests and responses against the tables. It sends nothing. */
export function replayTraffic(traffic: readonly RecordedTraffic[], map?: PathMap): ConformanceReport {
  const start = performance.now();
  const watch = new AnswerWatch();
  const drifts = new Map<string, Drift>();
  const requestCounts = new Map<string, number>();
  let unknown = 0;
  for (const { sent: recorded, answered } of traffic) {
    const mappedRequest = map === undefined ? recorded : { ...recorded, path: map.back(recorded.path) ?? '' };
    const operation = operationAt(mappedRequest.method, mappedRequest.path);
    if (operation === undefined) {
      unknown += 1;
      continue;
    }
    requestCounts.set(operation.id, (requestCounts.get(operation.id) ?? 0) + 1);
    watch.check({ operation, sent: mappedRequest, answered });
    for (const { path, deviation } of watchRequest(operation, mappedRequest)) {
      const id = `${operation.id} ${deviation.what}`;
      const knownDrift = drifts.get(id) ?? { operation: operation.id, path, deviation, requests: 0 };
      knownDrift.requests += 1;
      drifts.set(id, knownDrift);
    }
  }
  return {
    at: new Date().toISOString(),
    mode: 'replay',
    seconds: Math.round((performance.now() - start) / 100) / 10,
    requests: traffic.length,
    results: [
      ...watch.results(),
      ...[...requestCounts].flatMap(([id, count]) => requestResults(id, count, drifts)),
      ...strangers(unknown),
    ],
  };
}

function requestResults(operation: string, count: number, drifts: ReadonlyMap<string, Drift>): CaseResult[] {
  const own = [...drifts.values()].filter((drift) => drift.operation === operation);
  const rests = { passage: 'docs/interface/requests.md#tolerances', by: 'interface' } as const;
  const base = { group: 'requests', operation } as const;
  if (own.length === 0) {
    const title = `requests conform to their tables (${count})`;
    return [{ ...base, ...rests, id: `${operation}/requests`, title, outcome: 'passed', deviations: [] }];
  }
  return own.map(({ path, deviation, requests }) => ({
    ...base,
    passage: deviation.passage,
    by: deviation.by,
    id: `${operation}/requests/${path}: ${deviation.what}`,
    title: `${requests} of ${count} requests`,
    outcome: worstOutcome([deviation]),
    deviations: [deviation],
  }));
}

function strangers(unknown: number): CaseResult[] {
  if (unknown === 0) return [];
  const rests = { passage: 'docs/interface/requests.md#transport', by: 'ours' } as const;
  const why = `${unknown} recorded ${unknown === 1 ? 'request belongs' : 'requests belong'} to no operation of the interface`;
  return [
    {
      ...rests,
      id: 'requests/of-no-operation',
      title: why,
      group: 'requests',
      operation: undefined,
      outcome: 'not run',
      why,
      deviations: [],
    },
  ];
}
