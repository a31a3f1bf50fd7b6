import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../../world/http-client.ts';
import { OWNERS } from '../bench-cards.ts';
import { benchClient } from '../bench-client.ts';
import { compareWithGoal, median, quantile, tableRow, wholeText } from '../bench-figures.ts';
import { type BenchServerProcess, PRODUCT, startBenchServer } from '../bench-process.ts';
import { openBenchSandbox } from '../open-bench-sandbox.ts';
import { profileOptions } from '../profile-options.ts';
import { EVENTS_PATH } from '../receiver-report.ts';
import { type ReceiverProcess, startReceiverProcess } from '../run-receiver.ts';
import { type Measurement, measure } from './measure.ts';
import type { MeasureDeps } from './measure-deps.ts';
import { MEASURED_HEADS, measuredCells } from './measured-cells.ts';

const DATABASE = 'cardwright_events';
const CONNECTIONS = 64;
const MAX_PER_SECOND = 2_000;
/** The number of requests in flight at one endpoint. An answer takes far less than a millisecond here. */
const PLACES = 16;
const EVENTS_PER_REQUEST = 100;
const MAX_RATIO_OF_HOT_PATH = 1.05;
const MAX_LAG_MS = 2_000;
/** Time to send the remaining events, so that they do not count in the next measurement. */
const SETTLE_MS = 3_000;

interface PublishedEvents {
  readonly perSecond: number;
  /** From the decision to the receiver, in ascending order. */
  readonly lagsMs: readonly number[];
}

/**
 * The compared states: no endpoint; one endpoint with one request for each event; one endpoint with many events in a
 * request.
 */
const STATES = ['none', 'alone', 'together'] as const;
type State = (typeof STATES)[number];

interface Findings {
  readonly rate: number;
  readonly measured: Readonly<Record<State, Measurement[]>>;
  readonly published: Readonly<Record<Exclude<State, 'none'>, PublishedEvents[]>>;
}

/** Measures what a subscriber to the events of all authorizations costs them, and how soon it receives the events. */
export async function measureEvents({ bench, flags, undone, print }: MeasureDeps): Promise<string[]> {
  const { settings } = await openBenchSandbox(bench, flags, DATABASE);
  const receiver = await undone(startReceiverProcess());
  const server = await undone(startBenchServer(PRODUCT, settings, await profileOptions(flags, 'events', print)));
  const target = { server, authenticates: true, firstCard: 0 };
  const top =
    flags.eventRate === undefined ? await measure(bench, target, flags, { connections: CONNECTIONS }) : undefined;
  const rate = flags.eventRate ?? Math.min(MAX_PER_SECOND, Math.floor(top!.perSecond / 2));
  const findings: Findings = {
    rate,
    measured: { none: [], alone: [], together: [] },
    published: { alone: [], together: [] },
  };
  const subscriber = await subscribe(server, receiver);
  const one = async (state: State) => {
    await subscriber.set(state);
    await delay(SETTLE_MS);
    await receiver.lags();
    const measured = await measure(bench, target, flags, { connections: CONNECTIONS, rate });
    findings.measured[state].push(measured);
    const lagsMs = (await receiver.lags()).toSorted((a, b) => a - b);
    const perSecond = lagsMs.length / (flags.seconds + flags.warmUpSeconds);
    if (state !== 'none') findings.published[state].push({ perSecond, lagsMs });
    const lag =
      state === 'none' ? '' : `, ${perSecond.toFixed(0)} events/s, lag p99 ${quantile(lagsMs, 0.99).toFixed(0)} ms`;
    print(`  ${state.padEnd(14)}p99 ${measured.p99Ms.toFixed(1)} ms${lag}`);
  };
  for (let round = 0; round < flags.rounds; round++) {
    // The states take turns in going first.
    const first = round % STATES.length;
    for (const state of [...STATES.slice(first), ...STATES.slice(0, first)]) await one(state);
  }
  return eventLines(findings);
}

/**
 * Registers one receiver for all events of every bank. Without a receiver, no bank has an endpoint for these events.
 */
async function subscribe(server: BenchServerProcess, receiver: ReceiverProcess) {
  const { call } = benchClient(server);
  const path = '/V2/webhook-endpoints';
  const url = `${receiver.url}${EVENTS_PATH}`;
  const endpoints = new Map<Caller, string>();
  for (const owner of OWNERS) {
    const { endpoint } = await call(owner, 'POST', path, { url, events: ['TC'], max_in_flight: PLACES });
    endpoints.set(owner, (endpoint as { endpoint_id: string }).endpoint_id);
  }
  return {
    async set(state: State): Promise<void> {
      const events = state === 'none' ? ['TC'] : ['authorization.approved', 'authorization.declined'];
      const change = { events, events_per_request: state === 'together' ? EVENTS_PER_REQUEST : 1 };
      for (const [owner, id] of endpoints) await call(owner, 'PATCH', `${path}/${id}`, change);
    },
  };
}

function eventLines({ rate, measured, published }: Findings): string[] {
  const each = (all: readonly Measurement[], of: (one: Measurement) => number) => median(all.map(of));
  const targetOf = (state: 'alone' | 'together') => {
    const times = (of: (one: Measurement) => number) => each(measured[state], of) / each(measured.none, of);
    const lag = (part: number) => median(published[state].map(({ lagsMs }) => quantile(lagsMs, part)));
    const perSecond = wholeText(median(published[state].map((one) => one.perSecond)));
    return [
      `${state}: ${perSecond} events/s. The time of an answer, as a multiple of that without a subscriber:`,
      compareWithGoal(
        'p50',
        times(({ p50Ms }) => p50Ms),
        MAX_RATIO_OF_HOT_PATH,
        'under',
      ),
      compareWithGoal(
        'p99',
        times(({ p99Ms }) => p99Ms),
        MAX_RATIO_OF_HOT_PATH,
        'under',
      ),
      '  From the decision to the receiver:',
      `  ${'p50'.padEnd(22)}${lag(0.5).toFixed(0).padStart(8)} ms`,
      compareWithGoal('p99', lag(0.99), MAX_LAG_MS, 'under', ' ms'),
    ];
  };
  return [
    `Events of ${wholeText(rate)} authorizations/s to one subscriber; together: up to ${EVENTS_PER_REQUEST} in a request:`,
    tableRow(['', ...MEASURED_HEADS]),
    ...STATES.map((state) => tableRow([state, ...measuredCells(measured[state])])),
    ...targetOf('alone'),
    ...targetOf('together'),
  ];
}
