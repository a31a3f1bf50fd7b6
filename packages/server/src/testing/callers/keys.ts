import { onTestFinished, vi } from 'vitest';
import type { Server } from '../../host/assembly/server.ts';
import { type KeyDeps, readRotations } from '../../host/keys/index.ts';
import { openVault, readKeyFile, sandboxKeyFile } from '../../platform/vault/index.ts';
import {
  addCard,
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  luhnNumber,
  type Sender,
} from '../cards/issued-cards.ts';
import { provision } from '../cards/tokens.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { scanAnswer, sendEnvelope, type TestServer } from '../test-server.ts';
import { WITHIN } from '../within.ts';

/** Returns the dependencies of a command: its own vault, with the keys of a file. */
export async function commandDeps(server: TestServer, keyFile = sandboxKeyFile(server.dataDir)): Promise<KeyDeps> {
  const { database } = server.db;
  const vault = await openVault(database, await readKeyFile(keyFile));
  return { database, vault, by: { actor: 'operator:test', requestId: 'RUN-1', now: () => server.clock.now() } };
}

/** Waits until no key rotation is under way; the servers do the work. */
export async function waitForRotation(db: TestDatabase, ...servers: Server[]): Promise<void> {
  await vi.waitFor(async () => {
    await Promise.all(servers.map(({ keyRefresh }) => keyRefresh.refresh()));
    await Promise.all(servers.map(({ keyRefresh }) => keyRefresh.continueRotations()));
    const unfinished = (await readRotations(db.database)).filter(({ state }) => state !== 'DONE');
    if (unfinished.length > 0)
      throw new Error(`not done: ${JSON.stringify(unfinished.map(({ kind, state }) => [kind, state]))}`);
  }, WITHIN);
}

/** Counts the rows under each data key, over all tables. */
export async function rowsByDataKey(db: TestDatabase): Promise<Record<string, number>> {
  const rows = await db.sql<{ version: number; rows: number }>(
    `select version, count(*)::int as rows from (
       select key_version as version from vault_card_numbers
       union all select oauth_key_version from webhook_endpoints where sealed_oauth_secret is not null
       union all select key_version from webhook_keys
       union all select key_version from idempotency_keys
       union all select key_version from outbox_messages
       union all select key_version from outbox_attempts where sealed_answer is not null
       union all select key_version from receiver_keys
       union all select key_version from received_notifications
       union all select key_version from received_activations
       union all select key_version from change_requests where sealed_input is not null
       union all select record_key_version from embossing_queue where sealed_record is not null
       union all select key_version from acquirers where sealed_screening_token is not null) as sealed group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ version, rows: count }) => [version, count]));
}

export async function rowsByLookupKey(db: TestDatabase): Promise<Record<string, number>> {
  const rows = await db.sql<{ version: number; rows: number }>(
    'select lookup_version as version, count(*)::int as rows from vault_card_numbers group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ version, rows: count }) => [version, count]));
}

/** Counts the rows under each content key, over all tables. */
export async function rowsByContentKey(db: TestDatabase): Promise<Record<string, number>> {
  const rows = await db.sql<{ version: number; rows: number }>(
    `select version, count(*)::int as rows from (
       select content_version as version from message_claims
       union all select content_version from received_notifications
       union all select content_version from onboarding_requests
       union all select content_version from receiver_keys
       union all select content_version from token_activation_codes
       union all select content_version from idempotency_keys
       union all select content_version from tokens where activated_with is not null) as hashed
      group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ version, rows: count }) => [version, count]));
}

/** Takes the lock that a server holds while it works on a table during a rotation. */
export async function holdTable(db: TestDatabase, table: string): Promise<{ release(): Promise<void> }> {
  const client = await db.database.connect({ unlimited: true });
  await client.query('begin');
  await client.query(
    `select from key_rotation_tables join key_rotations using (kind, key_version)
      where table_name = $1 and state <> 'DONE' for update of key_rotation_tables`,
    [table],
  );
  return {
    release: async () => {
      await client.query('rollback');
      await client.end();
    },
  };
}

export interface Traffic {
  /** Requests with a wrong answer. */
  readonly wrong: string[];
  readonly done: Record<'authorized' | 'created' | 'refused' | 'provisioned', number>;
  readonly cards: IssuedCard[];
  stop(): Promise<void>;
}

/** After this many wrong answers, the traffic stops. */
const MAX_WRONG = 20;

/** Sends requests to another server on the same database, with the first server's credentials. */
export function senderThrough(first: TestServer, other: Server): Sender {
  const request: Sender['request'] = async ({ as, ...options }) => {
    const authorization = as === undefined ? {} : { authorization: `Bearer ${await first.token(as)}` };
    const answer = await other.app.inject({ ...options, headers: { ...authorization, ...options.headers } });
    scanAnswer(options.url, answer.headers, answer.body);
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: JSON.parse(answer.body) };
  };
  return { request, envelope: (operationId, body, more) => sendEnvelope(request, operationId, body, more) };
}

/**
 * Uses cards, creates cards, repeats each creation and provisions tokens, through all servers, until it is stopped. Each
 * creation is repeated through another server.
 */
export async function startTraffic(server: TestServer, cards: IssuedCard[], ...others: Server[]): Promise<Traffic> {
  const senders: Sender[] = [server, ...others.map((other) => senderThrough(server, other))];
  const senderAt = (at: number) => senders[at % senders.length]!;
  const account = await issueAccount(server, { available: '100000.00' });
  const wrong: string[] = [];
  const done = { authorized: 0, created: 0, refused: 0, provisioned: 0 };
  let isStopped = false;
  const goesOn = () => !isStopped && wrong.length < MAX_WRONG;

  const use = async () => {
    for (let at = 0; goesOn(); at++) {
      const answer = await authorize(senderAt(at), ecommerceMessage(cards[at % cards.length]!));
      if (answer.json.Action_Code === '00') done.authorized += 1;
      else wrong.push(`authorization: ${answer.text}`);
    }
  };
  const make = async (first: number) => {
    for (let at = first; goesOn(); at++) {
      const number = luhnNumber('400000');
      const newCard = await addCard(senderAt(at), account, { number }).catch((error: Error) => {
        wrong.push(`card: ${error.message}`);
      });
      if (newCard === undefined) continue;
      done.created += 1;
      cards.push(newCard);
      const again = await addCard(senderAt(at + 1), account, { number }).then(
        () => 'made twice',
        (error: Error) => error.message,
      );
      if (again.includes('"403"')) done.refused += 1;
      else wrong.push(`again: ${again}`);
      const { status, text } = await provision(senderAt(at), newCard.exid);
      if (status === 200) done.provisioned += 1;
      else wrong.push(`token: ${text}`);
    }
  };
  const running = [use(), make(0), make(1)];
  const stop = async () => {
    isStopped = true;
    await Promise.all(running);
  };
  // stops the traffic also if a test fails
  onTestFinished(stop);
  return { wrong, done, cards, stop };
}
