import { compile, digits, isJsonObject, optional, parseJson, record, text } from '@cardwright/contract';
import type { FastifyInstance } from 'fastify';
import { addressOf } from '../../platform/access/index.ts';
import { writeAuditOnly } from '../../platform/audit/index.ts';
import { readTextBody } from '../../platform/kernel/well-formed-text.ts';
import { isFromOtherOrigin } from '../../platform/people/index.ts';
import type { Database } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { DEMO_BANK_ID } from './demo-configuration.ts';
import type { MovableClock } from './movable-clock.ts';
import { reachable } from './sandbox-endpoint.ts';
import { upsertSandboxPartner } from './sandbox-partner.ts';
import { listFixtures } from './seed-sandbox.ts';
import { registerStreamRoutes, type StreamDeps } from './stream-routes.ts';

const checkMove = compile(
  record({
    advance_seconds: optional(digits(9, { description: 'how far forward' })),
    to: optional(text(30, { fieldFormat: 'header-time', description: 'ISO 8601 instant, not in the past' })),
  }),
);

/** The jobs that run when a caller moves the clock, so that all due work is done immediately. */
interface PeriodicJobs {
  /** Creates the partitions for a time before the clock moves to it. */
  prepareFor(now: Date): Promise<void>;
  runDue(): Promise<void>;
}

/** Registers the sandbox's own paths: fixtures and clock without a token, and the streams (docs/interface/sandbox.md). */
export function registerSandboxRoutes(
  app: FastifyInstance,
  deps: {
    database: Database;
    vault: Vault;
    clock: MovableClock;
    periodicJobs: PeriodicJobs;
    outbox: { kick(): void };
    /** Notifies the other processes of this server. Resolves when they have confirmed. */
    notifyPeers: () => Promise<unknown>;
    authenticate: StreamDeps['authenticate'];
    url: () => string;
    peerProcesses: StreamDeps['peerProcesses'];
  },
): void {
  const { database, vault, clock, periodicJobs, outbox, notifyPeers } = deps;
  const { authenticate, url, peerProcesses } = deps;
  registerStreamRoutes(app, { authenticate, clock, url: () => reachable(url()), peerProcesses });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, readTextBody);
    // These paths need no token, so any page that a developer opens could send changes.
    scope.addHook('onRequest', async (request, reply) => {
      if (request.method === 'POST' && isFromOtherOrigin(request.headers, { publicUrl: url, acceptsHost: true }))
        return reply.code(403).send({ error: 'send this request from a page of this server or from another program' });
    });
    scope.get('/sandbox/fixtures', async (request) => {
      // the fixtures contain full card numbers
      await writeAuditOnly(database, DEMO_BANK_ID, clock.now(), {
        actor: 'unknown',
        operation: 'sandbox.list-fixtures',
        subject: `bank:${DEMO_BANK_ID}`,
        outcome: 'card numbers read',
        requestId: request.id,
        fromAddress: addressOf(request),
      });
      return listFixtures(database, vault);
    });
    scope.post('/sandbox/decision-partner', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const error = await upsertSandboxPartner({ database, vault }, body, clock.now());
      if (error !== undefined) return reply.code(400).send({ error });
      await writeAuditOnly(database, DEMO_BANK_ID, clock.now(), {
        actor: 'unknown',
        operation: 'sandbox.put-decision-partner',
        subject: `bank:${DEMO_BANK_ID}`,
        outcome: 'changed',
        requestId: request.id,
        fromAddress: addressOf(request),
      });
      await periodicJobs.runDue();
      return {};
    });
    scope.get('/sandbox/clock', async () => ({ now: clock.now().toISOString() }));
    scope.post('/sandbox/clock', async (request, reply) => {
      const ms = readClockMove(typeof request.body === 'string' ? request.body : '', clock.now());
      if (ms === undefined) {
        const error = 'send {"advance_seconds": 3600} or {"to": "<ISO 8601 instant>"}; the clock moves forward only';
        return reply.code(400).send({ error });
      }
      await periodicJobs.prepareFor(new Date(clock.now().getTime() + ms));
      const now = await clock.advance(ms, { requestId: request.id, fromAddress: addressOf(request) });
      await notifyPeers();
      await periodicJobs.runDue();
      outbox.kick();
      return { now: now.toISOString() };
    });
  });
}

/** Returns the milliseconds to move by, or undefined for an invalid request. */
function readClockMove(body: string, now: Date): number | undefined {
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { value, findings } = checkMove(parsed.value, '');
  if (findings.length > 0) return undefined;
  if (value.advance_seconds !== undefined) return Number(value.advance_seconds) * 1_000;
  const to = value.to === undefined ? Number.NaN : Date.parse(value.to);
  return to >= now.getTime() ? to - now.getTime() : undefined;
}
