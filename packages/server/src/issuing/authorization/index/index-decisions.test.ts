import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { NO_THROTTLE } from '../../../platform/kernel/concurrency/background-throttle.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { periodsAt } from '../../../platform/kernel/time/periods.ts';
import { NO_SUBSCRIPTIONS } from '../../../platform/operation/index.ts';
import { allStatements, type Tx } from '../../../platform/storage/index.ts';
import { waitForIndex } from '../../../testing/background-work.ts';
import { authorize, ecommerceMessage, issueCard, luhnNumber } from '../../../testing/cards/issued-cards.ts';
import { ofOnePostgres } from '../../../testing/database/of-one-postgres.ts';
import { atMerchant, moveOwnRule, putInForce, writeRule } from '../../../testing/decisions/bank-rules.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { openBankDirectory } from '../../banks/index.ts';
import {
  type PendingBatch,
  pendingValues,
  readPendingBatches,
  tryIndexLock,
  waitForIndexLock,
} from '../records/pending-decision-store.ts';
import { countDecisions } from '../statistics/count-decisions.ts';
import { insertPendingDecisions } from './index-store.ts';
import { rebuildStatistics } from './rebuild-statistics.ts';

const MESSAGES = 240;
const BURST = 120;

const server = fileServer({ CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: '20000' });

/** Random fields of a message, with characters that arrays and JSON escape. */
function randomFields(): Record<string, unknown> {
  const one = <T extends string | number>(...of: T[]) => of[randomInt(of.length)] as T;
  const amount = String(one(1, 2_500, 40_000, 9_000_000) + randomInt(100)).padStart(12, '0');
  const merchant = one('SHOP', 'RULED', 'SHADOWED', 'a "b" \\ {c},', 'NULL', 'متجر', '  PADDED  ', 'É'.repeat(15));
  const place = one('SHOP', 'a "b" \\ {c},', 'NULL', 'مقهى', '');
  return {
    Transaction_Amount: amount,
    Transaction_Amount_Cardholder_Billing: amount,
    Card_Acceptor_Identification_Code: merchant,
    Card_Acceptor_Name_Location: `${place.padEnd(38)}${one('AE', 'FR', 'fr', '  ', '99', 'ZZ')}`,
    Merchant_Type: one('5411', '5812', '6011', '0000'),
    POS_Enty_Mode: one<string | number>('010', '071', '810', '901', '05', 812, 5),
    POS_Condition_Code: one('00', '59', '08', '8'),
  };
}

/** Sends random messages, most of them at the same time, and ends some of the reservations. */
async function sendRandom(): Promise<void> {
  const cards = await Promise.all(Array.from({ length: 8 }, () => issueCard(server, { available: '2000.00' })));
  const foreign = await issueCard(server, { as: 'other-bank' });
  const euro = { Currency_Code_Transaction: '978', Currency_Code_Cardholder_Billing: '978' };
  const unknown = ['400000', '555555'].map((bin) => ({ cardNumber: luhnNumber(bin), expiry: '3012' }));
  const messages = Array.from({ length: MESSAGES }, (_, at) => {
    if (at % 10 === 0) return ecommerceMessage(foreign, { ...randomFields(), ...euro });
    const card = at % 11 === 0 ? unknown[at % 2] : cards[at % cards.length];
    return ecommerceMessage(requireValue(card, 'a card'), randomFields());
  });
  for (let from = 0; from < MESSAGES; from += BURST) {
    const answers = await Promise.all(messages.slice(from, from + BURST).map((message) => authorize(server, message)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    server.clock.advance(20 * 60_000);
  }
  for (const { Retrieval_Reference_Number: reference } of messages.filter((_, at) => at % 3 === 0)) {
    const url = `/V2/authorizations/${String(reference).padStart(12, '0')}/${randomInt(2) === 0 ? 'reversal' : 'completion'}`;
    await server.request({ method: 'POST', url, as: 'demo-network', payload: { amount: '0.01' } });
  }
}

const INDEX = ['listed_authorizations', 'authorization_statistics'];
const RULES = 'rule_statistics';
const rowsOf = (tables: readonly string[]) =>
  Promise.all(tables.map((table) => server.db.sql(`select t::text as row from ${table} t order by 1`)));

const FIELDS = 'currencies, exponents, merchants, merchant_places, mccs, countries, channels, rule_hits';
/** The fields of batches that a server of an earlier version stores, and of batches of both versions. */
const NO_FIELDS = FIELDS.replaceAll(/\w+/g, 'null');
const SOME_FIELDS = FIELDS.replaceAll(/\w+/g, 'case when unlisted_id % 2 = 0 then $& end');

const again = (fields = FIELDS, which = 'true') => `
  insert into unlisted_authorizations (bucket, decided_at, account_ids, message_keys, event, ${FIELDS})
  select bucket, decided_at, account_ids, message_keys, event, ${fields} from queued where ${which} order by unlisted_id`;
/** Queues the same decisions and endings again. */
const queueAgain = (fields = FIELDS, which?: string) => server.db.sql(again(fields, which));
/**
 * Queues the same decisions and endings in a transaction that holds the index lock and is rolled back, so that the
 * server's own indexer does not take them.
 */
const withQueue = <T>(run: (tx: Tx, batches: readonly PendingBatch[]) => Promise<T>): Promise<T> =>
  server.db.database.transaction(async (tx) => {
    await waitForIndexLock(tx);
    await tryIndexLock(tx);
    await tx.query({ name: '', text: again(), plannedEachTime: true }, []);
    return { commit: false, result: await run(tx, await readPendingBatches(tx, 1_000)) };
  });
const empty = async (...tables: string[]) => {
  for (const table of tables) await server.db.sql(`delete from ${table}`);
};

describe('the indexer', () => {
  let index: object[][];
  let hits: object[][];
  beforeAll(async () => {
    const [live, shadow] = [
      await writeRule(server, atMerchant('RULED')),
      await writeRule(server, { any: [atMerchant('RULED'), atMerchant('SHADOWED')] }),
    ];
    await putInForce(server, live.id);
    await moveOwnRule(server, shadow.id, 'shadow');
    const other = await server.db.database.connect({});
    await other.query(`select pg_advisory_lock(hashtext('list-authorizations'))`);
    await sendRandom();
    await server.db.sql('create table queued as select * from unlisted_authorizations');
    await server.db.sql('grant select on queued to public');
    await other.end();
    await waitForIndex(server);
    index = await rowsOf(INDEX);
    hits = await rowsOf([RULES]);
  });

  it('indexes every decision of a bank, and counts what the rules decided', async () => {
    const decisionRows = await server.db.sql(`select from authorizations where bank_id <> '-'`);
    expect(index[0]).toHaveLength(decisionRows.length);
    expect(decisionRows.length).toBeGreaterThan(MESSAGES * 0.9);
    expect(hits[0]).toHaveLength(2);
    const [{ most }] = (await server.db.sql('select max(cardinality(message_keys)) as most from queued')) as [
      { most: number },
    ];
    expect(most).toBeLessThanOrEqual(60);
    expect(
      await server.db.sql(`select sum(approved + declined)::int as decisions from authorization_statistics
                            where grain = 'day' and split = 'all'`),
    ).toEqual([{ decisions: decisionRows.length }]);
  });

  it.each([
    ['this version', FIELDS],
    ['an earlier version', NO_FIELDS],
    ['both versions', SOME_FIELDS],
  ])('writes the same rows for batches of %s', async (_, fields) => {
    await empty(...INDEX, RULES);
    await queueAgain(fields);
    await waitForIndex(server);
    expect(await rowsOf(INDEX)).toEqual(index);
    expect(await rowsOf([RULES])).toEqual(hits);
  });

  it('writes the same rows as a rebuild, and does not count again what the rebuild indexed', async () => {
    const { database } = server.db;
    const deps = {
      database,
      maskCardNumbers: (text: string) => text,
      changes: NO_SUBSCRIPTIONS,
      throttle: NO_THROTTLE,
    };
    const banks = await openBankDirectory(database);
    const by = { actor: 'operator:test', requestId: 'TEST' };
    await empty(...INDEX);
    for (const id of banks.allBankIds())
      await rebuildStatistics(deps, requireValue(banks.bank(id), 'a bank'), server.clock.now(), by);
    expect(await rowsOf(INDEX)).toEqual(index);
    for (const fields of [FIELDS, NO_FIELDS]) {
      await queueAgain(fields);
      await waitForIndex(server);
      expect(await rowsOf(INDEX)).toEqual(index);
    }
  });

  ofOnePostgres('Citus uses different query plans', () => {
    it('looks up each authorization by its key, also in small tables without statistics', async () => {
      const statements = allStatements().filter(
        ({ text }) => /join authorizations z/.test(text) && /between \$2/.test(text),
      );
      expect(statements.map(({ name }) => name).sort()).toEqual([
        'authorization.insert-indexed-of-batches',
        'authorization.select-pending-rule-hits',
        'authorization.update-indexed-of-endings',
      ]);
      await withQueue(async (tx, batches) => {
        for (const { name, text } of statements) {
          const statement = { name: '', text: `explain ${text}`, plannedEachTime: true };
          const plan = await tx.query<{ 'QUERY PLAN': string }>(statement, pendingValues(batches));
          const scans = plan.map((row) => row['QUERY PLAN']).filter((line) => /Scan.* on authorizations/.test(line));
          expect([name, scans]).toEqual([
            name,
            [expect.stringMatching(/Index Scan using authorizations_\d{4}_\d{2}_identity/)],
          ]);
        }
      });
    });
  });

  it('adds the same counts to the statistics on Citus, where the statement returns each decision', async () => {
    await empty(...INDEX);
    const insert = (isOnCitus: boolean) =>
      withQueue((tx, batches) =>
        insertPendingDecisions(
          tx,
          batches.filter((batch) => !batch.is_ending),
          isOnCitus,
        ),
      );
    const [together, each] = [await insert(false), await insert(true)];
    expect(each.length).toBeGreaterThan(together.length);
    const countsOf = (rows: typeof each) => countDecisions(rows, (row) => periodsAt(row.decided_at, 'Asia/Dubai'));
    expect(countsOf(together)).toEqual(countsOf(each));
    await queueAgain();
    await waitForIndex(server);
  });

  it('updates decisions in the index to their state after their endings', async () => {
    await server.db.sql(`update listed_authorizations set state = 'A' where state <> 'D'`);
    expect(await rowsOf(INDEX)).not.toEqual(index);
    await queueAgain(FIELDS, 'event is not null');
    await waitForIndex(server);
    expect(await rowsOf(INDEX)).toEqual(index);
  });
});
