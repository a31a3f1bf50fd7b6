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
    help: 'Always 1, with the versions of the server and of Node.js',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version: ownVersion(), node: process.versions.node }, 1);
  let before = performance.eventLoopUtilization();
  new Gauge({
    name: 'cardwright_event_loop_utilization',
    help: 'Utilization of the event loop since the previous scrape, from 0 to 1; the highest of all workers',
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
    help: 'Pool connections that are in use or free, and callers that wait for a connection, or without one for a lock; lanes have their own connections',
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
    help: '1 while this server lacks a key that is in force, so that it could not restart',
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
    help: 'Expiry time of the certificate in CARDWRIGHT_TLS_CERT_FILE; no value while the certificate cannot be used',
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
    help: 'Requests refused by a limit: requests per minute of a caller, sign-ins, or requests queued in the lanes',
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
