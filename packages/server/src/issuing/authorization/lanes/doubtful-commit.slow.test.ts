import { rmSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { requireValue } from '../../../platform/kernel/required.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { installedPostgres } from '../../../testing/database/installed-postgres.ts';
import { type PostgresPair, startPair } from '../../../testing/database/postgres-pair.ts';
import { luhnOf } from '../../../testing/requests/written-forms.ts';
import { canRun } from '../../../testing/system/installed-program.ts';
import { dataFolder, type ServerProcess, startServer } from '../../../testing/system/server-process.ts';
import { WITHIN } from '../../../testing/within.ts';

const REQUIREMENT = 'that needs a PostgreSQL, 15 or later, with its programs (on Debian: apt-get install postgresql)';
const WHOLE_MS = 180_000;
/** Numbers that no card has, more than wait in the first lane before other lanes are used. */
const NOBODIES = Array.from({ length: 60 }, (_, at) => luhnOf(`400000${999_999_900 + at}`));

let folder: string;
let pair: PostgresPair;
let server: ServerProcess;

if (canRun('A commit in doubt', installedPostgres(), REQUIREMENT)) {
  beforeAll(async () => {
    const programs = installedPostgres();
    if (programs === undefined) throw new Error(REQUIREMENT);
    folder = dataFolder();
    pair = await startPair(programs, folder);
    server = await startServer({ DATABASE_URL: pair.url, CARDWRIGHT_DATA_DIR: folder, CARDWRIGHT_LOG_LEVEL: 'warn' });
  }, WHOLE_MS);
  afterAll(async () => {
    await server?.kill();
    await pair?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'a decision whose commit was interrupted is not replayed before a standby has it, and is made again if a failover erased it',
    async () => {
      const card = await issueCard(server, { available: '110.00' });
      const amount = { Transaction_Amount: '000000008000', Transaction_Amount_Cardholder_Billing: '000000008000' };
      // this gets the network's access token, because signing in is a commit too
      expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
      const message = ecommerceMessage(card, amount);
      // a batch that only replays responses and locks no account writes nothing
      const ofNobodies = NOBODIES.map((cardNumber) => ecommerceMessage({ cardNumber, expiry: '3012' }));
      const old = pair.primary();
      await pair.standby().kill();

      const client = new pg.Client(old.connection);
      await client.connect();
      const selectWaitingProcesses = "select pid from pg_stat_activity where wait_event = 'SyncRep'";
      const pending = authorize(server, message);
      await vi.waitFor(async () => expect((await client.query(selectWaitingProcesses)).rows).toHaveLength(1), WITHIN);
      const others = await Promise.all(ofNobodies.map((body) => authorize(server, body)));
      const first = await pending;
      expect([first.json.Action_Code, first.headers.outcome]).toEqual(['91', 'unknown']);
      expect(others.map(({ json }) => json.Action_Code)).toEqual(NOBODIES.map(() => '91'));
      // the other messages waited in the lane behind this one, or behind the first one
      const ofUnknown = requireValue(
        ofNobodies[others.findIndex(({ headers }) => headers.outcome === 'unknown')],
        'a message in the other lane',
      );
      // an operator or a fast shutdown can end the wait like this, and the decision can then be read
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'");
      const references = [message, ofUnknown].map((body) => body.Retrieval_Reference_Number);
      const selectStored = `select action_code from authorizations where retrieval_reference in (${references}) order by 1`;
      await vi.waitFor(
        async () =>
          expect((await client.query(selectStored)).rows).toEqual([{ action_code: '00' }, { action_code: '14' }]),
        WITHIN,
      );
      await client.end();

      for (const answer of await Promise.all([authorize(server, message), authorize(server, ofUnknown)])) {
        expect([answer.json.Action_Code, answer.headers['idempotent-replayed']]).toEqual(['91', undefined]);
      }

      // the standby restarts without the commit, and takes over
      await old.kill();
      await pair.standby().start();
      await pair.promote();
      const other = ecommerceMessage(card, amount);
      await vi.waitFor(async () => expect((await authorize(server, other)).json.Action_Code).toBe('00'), WITHIN);
      for (const [body, code] of [
        [message, '51'],
        [ofUnknown, '14'],
      ] as const) {
        const anew = await authorize(server, body);
        expect([anew.json.Action_Code, anew.headers['idempotent-replayed']]).toEqual([code, undefined]);
      }
    },
    WHOLE_MS,
  );

  it(
    'the metrics report whether commits reach a standby, or wait for a missing one',
    async () => {
      const states = async () => {
        const { text } = await server.request({ url: '/metrics' });
        return [...text.matchAll(/^cardwright_database_replication\{state="(\w+)"\} 1$/gm)].map(([, state]) => state);
      };
      await pair.rebuild();
      await vi.waitFor(async () => expect(await states()).toEqual(['synchronous']), WITHIN);
      await pair.standby().kill();
      await vi.waitFor(async () => expect(await states()).toEqual(['waiting']), WITHIN);
    },
    WHOLE_MS,
  );
}
