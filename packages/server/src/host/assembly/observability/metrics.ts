import type { Warning } from '@cardwright/contract';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PeerMeter } from '../../../issuing/iso8583/index.ts';
import type { OutboxMetrics } from '../../../platform/outbox/index.ts';
import { REPLICATION_STATES, type Replication } from '../../../platform/storage/index.ts';
import type { KeyRow } from '../../../platform/vault/index.ts';
import type { AnchorSender } from './anchor-sender.ts';
import { type BacklogMetrics, createBacklogMetrics } from './backlog-metrics.ts';
import { createDecisionMetrics, type DecisionMetrics } from './decision-metrics.ts';
import { createNetworkMetrics } from './network-metrics.ts';
import { createPartnerMetrics, type PartnerMetrics } from './partner-metrics.ts';
import { createLimitCounter, monitorProcess } from './process-metrics.ts';

/** Prometheus metrics. Labels come from closed lists (operation ids, codes, rule names), never from a request. */
export interface Metrics {
  readonly registry: Registry;
  countWarnings(operation: string, warnings: readonly Warning[]): void;
  /** Reports the keys of this server at each scrape. */
  monitorKeys(read: () => readonly Pick<KeyRow, 'kind' | 'state'>[]): void;
  /** Reports how long endpoints have lacked an anchor of the audit log. */
  monitorAnchors(senders: readonly Pick<AnchorSender, 'host' | 'behindMs'>[]): void;
  /** Reports the replication of the database. */
  monitorReplication(read: () => Replication | undefined): void;
  readonly outbox: OutboxMetrics;
  readonly backlog: BacklogMetrics;
  readonly decisions: DecisionMetrics;
  readonly partners: PartnerMetrics;
  readonly networks: PeerMeter;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  monitorProcess(registry);
  const warnings = new Counter({
    name: 'cardwright_contract_warnings_total',
    help: 'Accepted deviations from the interface, by operation and rule',
    labelNames: ['operation', 'rule'],
    registers: [registry],
  });
  return {
    registry,
    outbox: createOutboxMetrics(registry),
    backlog: createBacklogMetrics(registry),
    decisions: createDecisionMetrics(registry),
    partners: createPartnerMetrics(registry),
    networks: createNetworkMetrics(registry),
    monitorKeys: (read) => monitorKeys(registry, read),
    monitorAnchors: (senders) => monitorAnchors(registry, senders),
    monitorReplication: (read) => gaugeReplication(registry, read),
    countWarnings(operation, warningList) {
      for (const { rule } of warningList) warnings.inc({ operation, rule });
    },
  };
}

function monitorKeys(registry: Registry, read: () => readonly Pick<KeyRow, 'kind' | 'state'>[]): void {
  new Gauge({
    name: 'cardwright_keys',
    help: 'Keys in the database, by kind and state; a key that stays NEW is missing on a server',
    labelNames: ['kind', 'state'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.reset();
      for (const { kind, state } of read()) this.inc({ kind, state });
    },
  });
}

function monitorAnchors(registry: Registry, senders: readonly Pick<AnchorSender, 'host' | 'behindMs'>[]): void {
  new Gauge({
    name: 'cardwright_audit_anchor_behind_seconds',
    help: 'Time for which an endpoint of this host has lacked a head of the audit log; 0 if no head is missing',
    labelNames: ['host'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      // for several endpoints on one host, the metric shows the longest delay
      const behind = new Map<string, number>();
      for (const { host, behindMs } of senders) behind.set(host, Math.max(behind.get(host) ?? 0, behindMs()));
      for (const [host, ms] of behind) this.set({ host }, ms / 1_000);
    },
  });
}

function gaugeReplication(registry: Registry, read: () => Replication | undefined): void {
  new Gauge({
    name: 'cardwright_database_replication',
    help: 'Replication state of the database: 1 for the current state; all 0 while the database does not respond',
    labelNames: ['state'],
    aggregator: 'max',
    registers: [registry],
    collect() {
      const now = read()?.state;
      for (const state of REPLICATION_STATES) this.set({ state }, state === now ? 1 : 0);
    },
  });
  const lag = {
    bytes: lagGauge('bytes', 'Bytes that the last standby has not on disk yet', (now) => now.lagBytes),
    seconds: lagGauge('seconds', 'How long the last standby took to have a change on disk', (now) => now.lagSeconds),
  };
  for (const gauge of Object.values(lag)) registry.registerMetric(gauge);

  function lagGauge(unit: string, help: string, of: (now: Replication) => number | null): Gauge {
    return new Gauge({
      name: `cardwright_database_replication_lag_${unit}`,
      help: `${help}; no value if there is none, or if the login may not read it`,
      aggregator: 'max',
      registers: [],
      collect() {
        const now = read();
        const value = now === undefined ? null : of(now);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }
}

function createOutboxMetrics(registry: Registry): OutboxMetrics {
  const registers = [registry];
  const attempts = new Counter({
    name: 'cardwright_outbox_attempts_total',
    help: 'Attempts to deliver a notification, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const dead = new Counter({
    name: 'cardwright_outbox_dead_total',
    help: 'Notifications given up after 30 days',
    registers,
  });
  const disabled = new Counter({
    name: 'cardwright_webhook_endpoints_disabled_total',
    help: 'Endpoints that were disabled, because they returned 410 or failed for five days',
    registers,
  });
  const firstAttempt = new Histogram({
    name: 'cardwright_outbox_first_attempt_delay_seconds',
    help: 'Time from the request that caused a notification to its first attempt, including the wait for earlier notifications of its stream',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3_600],
    registers,
  });
  return {
    countAttempt: (outcome) => attempts.inc({ outcome }),
    countDead: (messages) => dead.inc(messages),
    countDisabled: () => disabled.inc(),
    observeFirstAttempt: (seconds) => firstAttempt.observe(seconds),
  };
}

/** Counts requests and their time by operation and HTTP status. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  const duration = new Histogram({
    name: 'cardwright_request_duration_seconds',
    help: 'Time from the first byte of a request to its response, by operation and HTTP status',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const observers = new Map<string, { observe(seconds: number): void }>();
  const of = (operation: string, status: number) => {
    const key = `${operation} ${status}`;
    const observer = observers.get(key) ?? duration.labels({ operation, status: String(status) });
    observers.set(key, observer);
    return observer;
  };
  const noteLimit = createLimitCounter(registry);
  app.addHook('onResponse', (request, reply, done) => {
    noteLimit(request, reply.statusCode);
    of(request.operationId ?? 'other', reply.statusCode).observe(reply.elapsedTime / 1000);
    done();
  });
}
