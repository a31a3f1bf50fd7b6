import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { maskValidCardNumbers } from '../../platform/kernel/text/masked-text.ts';
import { NO_SUBSCRIPTIONS } from '../../platform/operation/index.ts';
import { openVault, sandboxKeys } from '../../platform/vault/index.ts';
import { anotherServer } from '../../testing/another-server.ts';
import { cardBody, issueAccount } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { openBankDirectory } from '../banks/index.ts';
import { embossOnSchedule } from './embossing-schedule.ts';

const SCHEDULE = { CARDWRIGHT_EMBOSSING_SCHEDULE: '14:30' };

const first = fileServer(SCHEDULE);
const second = fileResource(() => anotherServer(first, SCHEDULE));

async function physicalCard(): Promise<void> {
  const account = await issueAccount(first);
  const body = cardBody(account, { card_virtual_indicator: 'P', card_expiry_date: '3012' });
  expect((await first.envelope('cards.create-card', body)).exception.error_code).toBe('000');
}

/** Runs the periodic jobs of both servers at the same time, which is possible in operation too. */
async function look(at: string): Promise<string[]> {
  first.clock.set(at);
  await Promise.all([first.server.periodicJobs.runDue(), second.periodicJobs.runDue()]);
  // one server may have found the lock of the other
  await Promise.all([first.server.periodicJobs.runDue(), second.periodicJobs.runDue()]);
  const names = await readdir(join(first.dataDir, 'embossing')).catch(() => []);
  return names.filter((name) => name.startsWith('DEMO')).sort();
}

it("one of the servers writes a file once a day, after the set time in the bank's time zone", async () => {
  await physicalCard();
  // 14:29 and 14:30 in Dubai
  expect(await look('2026-11-20T10:29:59.000Z')).toEqual([]);
  expect(await look('2026-11-20T10:30:00.000Z')).toEqual(['DEMO-000001-20261120.emb']);
  await physicalCard();
  expect(await look('2026-11-20T19:59:00.000Z')).toEqual(['DEMO-000001-20261120.emb']);
  // late on the next day rather than never
  expect(await look('2026-11-21T15:00:00.000Z')).toEqual(['DEMO-000001-20261120.emb', 'DEMO-000002-20261121.emb']);
  // no card waits, so there is no file
  expect(await look('2026-11-22T15:00:00.000Z')).toHaveLength(2);
  const runs = await first.db.sql(
    "select run_number, actor, state from embossing_runs where bank_id = 'DEMO' order by 1",
  );
  expect(runs).toEqual([
    { run_number: 1, actor: 'cardwright', state: 'WRITTEN' },
    { run_number: 2, actor: 'cardwright', state: 'WRITTEN' },
  ]);
});

it('a run that this host left unfinished is finished at the next check of the same day', async () => {
  await physicalCard();
  first.clock.set('2026-11-23T15:00:00.000Z');
  await first.server.periodicJobs.runDue();
  await first.db.sql(
    "update embossing_runs set state = 'TAKEN', file_name = null, file_sha256 = null where run_number = 3",
  );
  const folder = join(first.dataDir, 'embossing');
  await rename(join(folder, 'DEMO-000003-20261123.emb'), join(folder, 'collected'));
  expect(await look('2026-11-23T15:01:00.000Z')).toContain('DEMO-000003-20261123.emb');
  const rows = await first.db.sql("select state from embossing_runs where bank_id = 'DEMO' and run_number = 3");
  expect(rows).toEqual([{ state: 'WRITTEN' }]);
});

it('a bank without a key is reported once a day if plaintext files are not allowed', async () => {
  await physicalCard();
  const bank = (await openBankDirectory(first.db.database)).bank('DEMO')!;
  const vault = await openVault(first.db.database, await sandboxKeys(first.dataDir));
  const maskCardNumbers = maskValidCardNumbers;
  const deps = {
    database: first.db.database,
    maskCardNumbers,
    changes: NO_SUBSCRIPTIONS,
    vault,
    folder: join(first.dataDir, 'embossing'),
    isSandbox: false,
  };
  const look = (at: string) => embossOnSchedule(deps, bank, { time: '14:30' }, new Date(at));
  expect(await look('2026-11-24T10:29:59.000Z')).toBe(undefined);
  expect(await look('2026-11-24T10:30:00.000Z')).toEqual({ kind: 'NO_KEY' });
  expect(await look('2026-11-24T10:31:00.000Z')).toBe(undefined);
  expect(await look('2026-11-25T10:30:00.000Z')).toEqual({ kind: 'NO_KEY' });
});
