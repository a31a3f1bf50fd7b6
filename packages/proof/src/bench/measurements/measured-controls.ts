import type { ConnectionSettings } from '@cardwright/server/internal/platform/storage/index';
import pg from 'pg';
import { BENCH_CONFIGURATION, OWNERS, PRODUCT_CODE } from '../bench-cards.ts';
import { benchClient } from '../bench-client.ts';
import type { BenchServerProcess } from '../bench-process.ts';

/**
 * The controls that banks add to their decisions. Every limit is so high that all messages of the bench are approved.
 */

const FAR = '900000000.00';
const TEN_LIMITS = Array.from({ length: 10 }, (_, at) => ({
  id: `BENCH_${at}`,
  level: 'account',
  ...(at % 2 === 0 ? { measure: 'amount', max: FAR } : { measure: 'count', max: '1000000' }),
  window: at % 3 === 0 ? { sliding: 3_600 } : { calendar: at % 3 === 1 ? 'day' : 'month' },
  ...(at === 9 && { where: { field: 'mcc', op: 'in', value: ['5999', '5411'] } }),
}));
const BANK_LIMIT = {
  ...{ id: 'BENCH_BANK', level: 'bank', measure: 'amount', max: '90000000000.00' },
  window: { calendar: 'day' },
};
/** A condition as banks write it. No message of the bench meets all its parts. */
const CONDITION = {
  all: [
    { field: 'amount', op: 'gt', value: '5000.00' },
    {
      any: [
        { field: 'country', op: 'in', value: ['GB', 'FR', 'IR'] },
        { field: 'isForeign', op: 'eq', value: true },
      ],
    },
    { not: { field: 'mcc', op: 'in', value: ['5411', '5999', '6011'] } },
    { field: 'localHour', op: 'lt', value: 6 },
  ],
};
const RULES = 50;

/** Puts a program in force for each bank. */
async function setPrograms(server: BenchServerProcess, program: object): Promise<void> {
  const { call } = benchClient(server);
  for (const owner of OWNERS) await call(owner, 'PUT', `/V2/programs/${PRODUCT_CODE}`, program);
}

/**
 * Inserts rules as if they had been approved one after the other, because an approval takes a person and a backtest.
 */
async function setRules(connection: ConnectionSettings, areLive: boolean): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('begin');
    for (const { bank_id: bankId } of BENCH_CONFIGURATION.banks) {
      const { rows } = await client.query<{ edition: string }>(
        `insert into bank_editions (bank_id, edition) values ($1, 1)
         on conflict (bank_id) do update set edition = bank_editions.edition + 1 returning edition`,
        [bankId],
      );
      const edition = rows[0]!.edition;
      await client.query('insert into edition_times (bank_id, edition, at) values ($1, $2, now())', [bankId, edition]);
      if (areLive) await insertRules(client, bankId, edition);
      else await client.query('update rule_spans set until_edition = $2 where bank_id = $1', [bankId, edition]);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
}

async function insertRules(client: pg.Client, bankId: string, edition: string): Promise<void> {
  const ruleIds = `select gen_random_uuid() as rule_id, n from generate_series(1, ${RULES}) as n`;
  await client.query(
    `with made as (${ruleIds}),
          rule as (insert into rules (bank_id, rule_id, number, name, created_at)
                   select $1, rule_id, n + $3::bigint * ${RULES}, 'BENCH_' || $3::bigint || '_' || n, now() from made),
          version as (insert into rule_versions (bank_id, rule_id, version, state, condition, effect, created_at, created_by)
                      select $1, rule_id, 1, 'LIVE', $2, '57', now(), 'bench' from made)
     insert into rule_spans (bank_id, rule_id, version, kind, from_edition) select $1, rule_id, 1, 'LIVE', $3 from made`,
    [bankId, JSON.stringify(CONDITION), edition],
  );
}

/** The baseline, measured before and after the others. */
export const NONE = 'none';

/** The subjects in the order of measurement. Each one removes what the previous one added. */
export const OWN_CONTROLS: readonly {
  readonly name: string;
  set(server: BenchServerProcess, connection: ConnectionSettings): Promise<void>;
}[] = [
  { name: NONE, set: (server) => setPrograms(server, {}) },
  { name: 'program', set: (server) => setPrograms(server, { defaults: { dailyLimit: FAR } }) },
  { name: '10 limits', set: (server) => setPrograms(server, { limits: TEN_LIMITS }) },
  { name: 'limit of the bank', set: (server) => setPrograms(server, { limits: [BANK_LIMIT] }) },
  {
    name: '50 rules',
    async set(server, connection) {
      await setPrograms(server, {});
      await setRules(connection, true);
    },
  },
  { name: NONE, set: (_server, connection) => setRules(connection, false) },
];
