import { performance } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { readTlsFiles, type TlsFiles } from '../../../platform/http/tls-files.ts';
import { ownVersion } from '../../../platform/kernel/own-version.ts';
import type { Database } from '../../../platform/storage/index.ts';

const LIMITS = ['requests', 'sign_ins', 'lanes'] as const;
type Limit = (typeof LIMITS)[number];

/** Registers the metrics of every process, which are read at each scrape. */
export function monitorProcess(registry: Registry): void {
  new Gauge({
    name: 'cardwright_build_info',
    help: '1, with the version of the server and of Node',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version: ownVersion(), node: process.versions.node }, 1);
  let before = performance.eventLoopUtilization();
  new Gauge({
    name: 'cardwright_event_loop_utilization',
    help: 'The part of the time since the metrics were read before in which the event loop was at work; of several workers, the highest',
    aggregator: 'max',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, before).utilization);
      before = now;
    },
  });
}

export function monitorPool(registry: Registry, read: Database['pool']): void {
  new Gauge({
    name: 'cardwright_database_pool',
    help: 'Connections of the pool that are in use and that are free, and who waits for one, or without one for a lock; lanes have their own',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle, waiting, waitingForLocks } = read();
      this.set({ state: 'in_use' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'waiting_for_lock' }, waitingForLocks);
    },
  });
}

export function monitorKeyProblem(registry: Registry, lacksKey: () => boolean): void {
  new Gauge({
    name: 'cardwright_key_missing',
    help: '1 while this server lacks a key that is in force: it could not start again',
    aggregator: 'max',
    registers: [registry],
    collect() {
      this.set(lacksKey() ? 1 : 0);
    },
  });
}

/** Registers the expiry of the certificate in the current files. The next caller gets a replaced certificate. */
export function monitorCertificate(registry: Registry, tls: TlsFiles): void {
  new Gauge({
    name: 'cardwright_tls_certificate_expiry_timestamp_seconds',
    help: 'When the certificate of CARDWRIGHT_TLS_CERT_FILE ends; without a value while it cannot be used',
    aggregator: 'min',
    registers: [registry],
    collect() {
      try {
        this.set(Date.parse(readTlsFiles(tls).validTo) / 1_000);
      } catch {
        this.remove();
      }
    },
  });
}

/** Returns a function that counts responses that a limit refused. */
export function createLimitCounter(registry: Registry): (request: FastifyRequest, status: number) => void {
  const hits = new Counter({
    name: 'cardwright_limits_hit_total',
    help: 'Requests that a limit refused: of a caller a minute, of sign-ins, of what may wait in the lanes',
    labelNames: ['limit'],
    registers: [registry],
  });
  for (const limit of LIMITS) hits.inc({ limit }, 0);
  return (request, status) => {
    const limit = limitOf(request, status);
    if (limit !== undefined) hits.inc({ limit });
  };
}

function limitOf({ shedBecause, operationId }: FastifyRequest, status: number): Limit | undefined {
  if (shedBecause !== undefined) return 'lanes';
  if (status !== 429) return undefined;
  return operationId === undefined ? 'sign_ins' : 'requests';
}
