import { buildServer } from '@cardwright/server/program';
import { expect, it } from 'vitest';
import { createLogger } from '../../platform/http/request-log.ts';
import { ACTIVE, changeInsurance } from '../../testing/cards/insurance.ts';
import { testSettings } from '../../testing/database/seeded-database.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

interface ListItem {
  cards: { exid: string }[];
  insurance_programs: { exid: string; code: string; name: string; is_active: string; status_code: string }[];
}

const fixtures = async () =>
  (await server.request({ method: 'GET', url: '/sandbox/fixtures' })).json as unknown as ListItem;
const history = () =>
  server.db.sql('select code, version, from_status, to_status from insurance_history order by 1, 2');

/** Starts a second server on the same database. */
async function startAgain(): Promise<void> {
  const again = await buildServer({
    settings: testSettings(server.dataDir),
    connection: server.db.connection,
    logger: createLogger('silent'),
    publicUrl: () => 'http://again.test',
    clock: server.clock,
  });
  await again.close();
}

it('the first card of the sandbox has three programs, one of them cancelled by the cardholder', async () => {
  const { cards, insurance_programs: programs } = await fixtures();
  const { exid } = cards[0]!;
  expect(programs).toEqual([
    { exid, code: '01', name: 'Credit Shield', is_active: 'ACTIVE', status_code: 'F' },
    { exid, code: '02', name: 'Purchase Protection', is_active: 'CANCELLED', status_code: 'R' },
    { exid, code: '03', name: 'Travel Care', is_active: 'ACTIVE', status_code: 'F' },
  ]);
});

it('another start does not change the programs', async () => {
  const { exid } = (await fixtures()).cards[0]!;
  expect((await changeInsurance(server, exid, '02', ACTIVE)).status).toBe(200);
  const before = [await fixtures(), await history()];
  await startAgain();
  expect([await fixtures(), await history()]).toEqual(before);
});

it('another start completes an interrupted one', async () => {
  await server.db.sql(`delete from insurance_enrolments where code = '03'`);
  await server.db.sql(`delete from insurance_history where code = '03'`);
  await startAgain();
  const { insurance_programs: programs } = await fixtures();
  expect(programs.map(({ code, status_code }) => `${code} ${status_code}`)).toEqual(['01 F', '02 R', '03 F']);
});
