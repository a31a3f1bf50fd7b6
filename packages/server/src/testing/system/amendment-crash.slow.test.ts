import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../database/test-database.ts';
import { clearAndReview, expectAccepted } from '../merchants/amendment-requests.ts';
import { newId, onboard, requestOf } from '../merchants/merchants.ts';
import { review, statusesOf, uniqueMerchant } from '../merchants/reviews.ts';
import { withSeed } from '../random.ts';
import { answers, startReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { WITHIN } from '../within.ts';
import { cleanUp, dataFolder, type ServerProcess, startServer } from './server-process.ts';

const MERCHANTS = 12;

let folder: string;
let servers: ServerProcess[];
let outside: TestDatabase | undefined;
let provider: WebhookReceiver;

beforeEach(async () => {
  folder = dataFolder();
  servers = [];
  outside = process.env.DATABASE_URL === undefined ? undefined : await testDatabase();
  provider = await startReceiver({ tls: 'none' });
});
afterEach(async () => {
  await cleanUp(servers, folder);
  await provider.close();
  await outside?.close();
});

async function start(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({
    CARDWRIGHT_DATA_DIR: folder,
    ...(outside !== undefined && { DATABASE_URL: outside.url }),
    ...environment,
  });
  servers.push(server);
  return server;
}

async function sql<Row extends object>(server: ServerProcess, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(outside?.connection ?? server.connection());
  await client.connect();
  const { rows } = await client.query<Row>(text, values);
  await client.end();
  return rows;
}

/** Boards merchants with two people, as in production. */
async function board(server: ServerProcess): Promise<string[]> {
  const merchants = Array.from({ length: MERCHANTS }, () => uniqueMerchant());
  const { applicationId } = expectAccepted(await onboard(server, requestOf(merchants)));
  await vi.waitFor(async () => {
    expect(new Set(await statusesOf(server, applicationId))).toEqual(new Set(['PENDING_APPROVAL']));
  }, WITHIN);
  await clearAndReview(server, applicationId);
  expect((await review(server, applicationId, 'approve')).status).toBe(200);
  return merchants.map(({ merchantId }) => String(merchantId));
}

describe('a pending amendment after a crash of the server', () => {
  it('is screened again by the next server, and applied once', async () => {
    let server = await start();
    const ids = await board(server);
    provider.behave(
      () => {}, // the first server is killed while it waits for the answer
      answers(({ body }) => {
        const { merchants } = JSON.parse(body) as { merchants: { merchantId: string }[] };
        return JSON.stringify({ results: merchants.map(({ merchantId }) => ({ merchantId, hits: [] })) });
      }),
    );
    const acquirers = [{ acquirer_id: 'DEMO', name: 'Demo', screening: { url: `${provider.url}/screen` } }];
    const file = join(folder, 'acquirers.json');
    writeFileSync(file, JSON.stringify({ banks: [], acquirers, oauth_clients: [] }));
    await server.kill();
    server = await start({ CARDWRIGHT_CONFIG_FILE: file });
    const renamed = ids.map((merchantId) => ({ merchantId, merchantName: 'Flowers', merchantType: 'POS' }));
    const request = { requestId: newId('R'), payload: { applications: ['MERCHANT_NAME', { merchants: renamed }] } };
    expectAccepted(await onboard(server, request));
    await vi.waitUntil(() => provider.received.length > 0, WITHIN);
    await server.kill();
    server = await start({ CARDWRIGHT_CONFIG_FILE: file });
    // the lease of the dead server ends by the clock of the database
    await sql(server, `update merchant_amendments set screening_leased_until = now() - interval '1 second'`);
    const done = async () =>
      sql(
        server,
        `select version, count(*)::int from merchants where merchant_id = any($1) and merchant_name = 'Flowers' group by 1`,
        [ids],
      );
    await vi.waitFor(async () => expect(await done()).toEqual([{ version: 2, count: MERCHANTS }]), WITHIN);
    expect(await applied(server, ids)).toEqual({ boarded: MERCHANTS, versions: MERCHANTS, published: MERCHANTS });
  });

  it('is applied completely or stays pending, and no answer is lost', () =>
    withSeed(async (random) => {
      let server = await start();
      const ids = await board(server);
      const applications: string[] = [];
      for (const merchantId of ids) {
        const merchant = { merchantId, amendmentList: ['MCC'], mcc: '5999' };
        const { applicationId } = expectAccepted(await onboard(server, requestOf([merchant], {}, newId('R'))));
        await clearAndReview(server, applicationId);
        applications.push(applicationId);
      }
      const last = random.from(2, MERCHANTS - 2);
      const answered: string[] = [];
      const approvals = applications.slice(0, last).map(async (applicationId) => {
        const { status } = await review(server, applicationId, 'approve');
        if (status === 200) answered.push(applicationId);
      });
      await Promise.race(approvals);
      const dying = server;
      await dying.kill();
      await Promise.allSettled(approvals);
      server = await start();
      for (const applicationId of answered) expect(await statusesOf(server, applicationId)).toEqual(['BOARDED']);
      const { boarded, versions, published } = await applied(server, ids);
      expect([versions, published]).toEqual([boarded, boarded]);
      expect(boarded).toBeGreaterThanOrEqual(answered.length);
      for (const applicationId of applications) {
        const [status] = await statusesOf(server, applicationId);
        if (status !== 'BOARDED') expect((await review(server, applicationId, 'approve')).status).toBe(200);
      }
      expect(await applied(server, ids)).toEqual({ boarded: MERCHANTS, versions: MERCHANTS, published: MERCHANTS });
    }));
});

/** Counts applied amendments, second versions of their merchants, and history steps that record them. */
async function applied(server: ServerProcess, ids: readonly string[]) {
  const [counts] = await sql<{ boarded: number; versions: number; published: number }>(
    server,
    `select (select count(*)::int from merchant_amendments where merchant_id = any($1) and status = 'BOARDED') as boarded,
            (select count(*)::int from merchant_versions where merchant_id = any($1) and version = 2) as versions,
            (select count(*)::int from merchant_events
              where merchant_id = any($1) and to_state = 'BOARDED' and amendments is not null) as published`,
    [ids],
  );
  return counts!;
}
