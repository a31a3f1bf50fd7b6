import { describe, expect, it } from 'vitest';
import { waitForIndex } from '../../server/src/testing/background-work.ts';
import { authorize, ecommerceMessage, issueCard } from '../../server/src/testing/cards/issued-cards.ts';
import { runCommand } from '../../server/src/testing/system/command.ts';
import { fileServer } from '../../server/src/testing/test-server.ts';

describe('cardwright statistics rebuild', () => {
  const server = fileServer();
  const rebuild = (...args: string[]) =>
    runCommand(['statistics', 'rebuild', ...args], {
      DATABASE_URL: server.db.url,
      CARDWRIGHT_DATA_DIR: server.dataDir,
    });
  const statistics = () =>
    server.db.sql(`select * from authorization_statistics s where bank_id = 'DEMO' order by s::text`);

  it('rebuilds lists and statistics while the server runs, and prints the number of authorizations and days', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const [before] = await server.db.sql<{ n: string }>(
      `select count(*)::text as n from authorizations where bank_id = 'DEMO'`,
    );
    for (let at = 0; at < 3; at += 1) await authorize(server, ecommerceMessage(card));
    await waitForIndex(server);
    const output = await statistics();
    await server.db.sql('delete from authorization_statistics');
    await server.db.sql('delete from listed_authorizations');
    const all = Number(before?.n) + 3;
    expect(await rebuild('--bank', 'DEMO', '--json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`"authorizations":${all}`),
    });
    expect(await statistics()).toEqual(output);
    expect(await server.db.sql(`select from listed_authorizations where bank_id = 'DEMO'`)).toHaveLength(all);
  });

  it('reports a bank that does not exist', async () => {
    const { code, stderr } = await rebuild('--bank', 'NONE');
    expect([code, stderr]).toEqual([1, expect.stringContaining('bank NONE not found')]);
  });
});
