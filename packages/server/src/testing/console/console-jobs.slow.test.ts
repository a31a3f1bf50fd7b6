import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../../repository/src/source-tree.ts';
import { waitForIndex } from '../background-work.ts';
import { amountFields, setControls, use } from '../cards/card-control.ts';
import { issueCard } from '../cards/issued-cards.ts';
import { putInForce, writeRule } from '../decisions/bank-rules.ts';
import { fileResource } from '../file-resources.ts';
import { newId } from '../merchants/merchants.ts';
import { review, submitAndScreen, uniqueMerchant } from '../merchants/reviews.ts';
import { TEST_NOW, type TestServer } from '../test-server.ts';
import { makeAmina } from './amina.ts';
import { CONSOLE_JOBS, type JobSubjects } from './console-jobs.ts';
import { consoleWorld, waitUntilIdle } from './console-world.ts';
import { RUNS_BROWSER_TESTS } from './installed-chromium.ts';

const PAGE = join(ROOT, 'docs', 'console.md');
const TABLE = /(<!-- jobs -->\n\n)([\s\S]*?)(\n\n<!-- end -->)/;
/** Set by `npm run console:jobs`: writes the table. Otherwise, the table is compared, except its seconds. */
const IS_TABLE_WRITTEN = process.env.CONSOLE_JOBS !== undefined;
const ATTACKED = 'GAMES-77';

if (RUNS_BROWSER_TESTS) {
  describe('the jobs of people in the console', () => {
    const rows: string[] = [];
    const world = fileResource(() => consoleWorld());
    const subjects = fileResource(() => makeSubjects(world.server));

    it.each(CONSOLE_JOBS)('$name', async ({ name, person, start, before, mostClicks, work }) => {
      const page = await world.openAs(person, start(subjects), { now: TEST_NOW });
      await waitUntilIdle(page);
      let clicks = 0;
      const begin = performance.now();
      await work(page, (each) => each.click().then(() => void ++clicks), subjects);
      const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
      const then = before ?? 'not possible';
      rows.push(`| ${name} | ${person} | \`${start(EXAMPLES)}\` | ${then} | ${clicks} | ${mostClicks} | ${seconds} |`);
      expect(clicks).toBeLessThanOrEqual(mostClicks);
      await page.context().close();
    });

    it('docs/console.md states the clicks of each job', async () => {
      const head = ['Job', 'Person', 'Begins at', 'Before', 'Clicks', 'At most', 'Seconds'];
      const table = [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...rows].join('\n');
      const text = await readFile(PAGE, 'utf8');
      if (IS_TABLE_WRITTEN)
        await writeFile(
          PAGE,
          text.replace(TABLE, (_, open, __, close) => open + table + close),
        );
      const withoutSeconds = (of: string) => of.replaceAll(/ [\d.]+ \|$/gm, '');
      const [, , stated = ''] = TABLE.exec(await readFile(PAGE, 'utf8')) ?? [];
      expect(withoutSeconds(stated), 'Run npm run console:jobs').toBe(withoutSeconds(table));
    });
  });
}

/** The example values for names in the addresses of the table. */
const EXAMPLES = {
  list: '{name}',
  amina: { customerId: '{customer_id}', accountNumber: '{account_number}' },
  declined: { accountNumber: '{account_number}' },
  large: { accountNumber: '{account_number}' },
} as unknown as JobSubjects;

async function makeSubjects(server: TestServer): Promise<JobSubjects> {
  const amina = await makeAmina(server);
  const [declined, large] = [await declinedCard(server, 1_000), await declinedCard(server, 100_000)];
  const reviewed = await submitAndScreen(server, [uniqueMerchant({ merchantName: 'Corner Shop' }, newId('CORNER'))]);
  await review(server, reviewed.applicationId, 'review');
  const merchant = {
    Card_Acceptor_Identification_Code: ATTACKED,
    Card_Acceptor_Name_Location: 'NIGHT GAMES            RIGA           LV',
    Merchant_Type: '5816',
  };
  const stolen = await issueCard(server, { available: '5000.00' });
  for (let count = 0; count < 50; count++) {
    await use(server, stolen, { ...merchant, ...amountFields(9_000_000 + count) });
  }
  await waitForIndex(server);
  const list = 'lotteries';
  const [view, send] = ['Attacked games', sendAsBank(server)];
  const filters = { merchant: ATTACKED, state: 'DECLINED' };
  await send('/V2/authorization-views/attacked', { name: view, role: 'analyst', filters });
  await send(`/V2/merchant-lists/${list}`, { kind: 'mcc', entries: ['7800', '7995'] });
  const { id } = await writeRule(server, { field: 'mcc', op: 'inList', value: list });
  await putInForce(server, id);
  return { view, list, amina, declined, large, reviewed, attacked: ATTACKED, attackedRule: 'STOP_GAMES_77' };
}

function sendAsBank(server: TestServer) {
  return async (url: string, payload: object) => {
    const { status, text } = await server.request({ method: 'PUT', url, payload, as: 'demo-bank' });
    expect(status, text).toBe(200);
  };
}

/** Issues a card, and declines a payment with it because e-commerce is off. */
async function declinedCard(server: TestServer, amount: number) {
  const card = await issueCard(server, { available: '5000.00' });
  await setControls(server, card, { ecomStatus: 'OFF' });
  await use(server, card, amountFields(amount));
  return card;
}
