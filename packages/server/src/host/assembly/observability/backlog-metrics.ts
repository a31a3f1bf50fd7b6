import { Counter, Gauge, type Registry } from 'prom-client';
import type { FeedMetrics, PendingOfEndpoint } from '../../../platform/outbox/index.ts';

/** The backlog of background work, as of the last round of periodic jobs. */
export interface BacklogMetrics extends FeedMetrics {
  setOutbox(pending: readonly PendingOfEndpoint[], now: Date): void;
  /** @param since the time of the oldest row of the audit log that is not sealed */
  setAuditQueue(rows: number, since: Date | null, now: Date): void;
  countFailure(): void;
  /** @param feeds the time of the oldest event that is in no file, for each bank with a feed */
  setFeeds(feeds: readonly { readonly bankId: string; readonly since: Date | undefined }[], now: Date): void;
}

export function createBacklogMetrics(registry: Registry): BacklogMetrics {
  const registers = [registry];
  const waiting = new Gauge({
    name: 'cardwright_outbox_pending',
    help: 'Pending notifications of all banks and acquirers; updated every 30 seconds',
    registers,
  });
  const oldest = new Gauge({
    name: 'cardwright_outbox_oldest_seconds',
    help: 'Age of the oldest pending notification of an endpoint; updated every 30 seconds; only endpoints with pending notifications',
    labelNames: ['bank', 'endpoint'],
    aggregator: 'max',
    registers,
  });
  const unsealed = new Gauge({
    name: 'cardwright_audit_unsealed_rows',
    help: 'Rows of the audit log that are not sealed yet, counted up to 10,000; updated every 30 seconds',
    registers,
  });
  const unsealedFor = new Gauge({
    name: 'cardwright_audit_unsealed_seconds',
    help: 'Age of the oldest row of the audit log that is not sealed yet; updated every 30 seconds',
    aggregator: 'max',
    registers,
  });
  const failures = new Counter({
    name: 'cardwright_housekeeping_failures_total',
    help: 'Rounds of periodic jobs that failed and are retried: sealing, partitions, deadlines, retention',
    registers,
  });
  return {
    setOutbox(pending, now) {
      oldest.reset();
      let all = 0;
      for (const { bankId: bank, endpointId, messages, since } of pending) {
        all += messages;
        oldest.set({ bank, endpoint: endpointId }, secondsSince(since, now));
      }
      waiting.set(all);
    },
    setAuditQueue(rows, since, now) {
      unsealed.set(rows);
      unsealedFor.set(since === null ? 0 : secondsSince(since, now));
    },
    countFailure: () => failures.inc(),
    ...createFeedMetrics(registers),
  };
}

function createFeedMetrics(registers: Registry[]): Pick<BacklogMetrics, 'setFeeds' | keyof FeedMetrics> {
  const lag = new Gauge({
    name: 'cardwright_event_feed_lag_seconds',
    help: 'Age of the oldest event that the feed of a bank has in no file yet; updated every 30 seconds; 0 if there is none',
    labelNames: ['bank'],
    aggregator: 'max',
    registers,
  });
  const events = new Counter({
    name: 'cardwright_event_feed_events_total',
    help: 'Events that feeds wrote into files',
    registers,
  });
  const failures = new Counter({
    name: 'cardwright_event_feed_failures_total',
    help: 'Attempts to write files of a feed that failed and are retried',
    registers,
  });
  return {
    setFeeds(feeds, now) {
      lag.reset();
      for (const { bankId: bank, since } of feeds)
        lag.set({ bank }, since === undefined ? 0 : secondsSince(since, now));
    },
    countFeedEvents: (count) => events.inc(count),
    countFeedFailure: () => failures.inc(),
  };
}

function secondsSince(since: Date, now: Date): number {
  return Math.max(0, now.getTime() - since.getTime()) / 1_000;
}
