import { beforeEach, describe, expect, it } from 'vitest';
import { boardSampleMerchant, sendAmendment } from '../../testing/merchants/amendment-requests.ts';
import { configureDemo, newId, onboard, readMerchantOf, requestOf } from '../../testing/merchants/merchants.ts';
import { hitsOf, review, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeEach(() => configureDemo(server, { approvedAmendments: ['MCC', 'ACCOUNT'] }));

const move = (id: string, account: string) =>
  sendAmendment(server, id, ['ACCOUNT'], { creditAccountNumOrIban: account });
const accountsOf = async (applicationId: string) =>
  (await hitsOf(server, applicationId)).map(({ check, path, matched }) => `${check} ${path} ${matched}`);

describe('an account that an amendment would give to its merchant', () => {
  it('is found by the screening of another amendment, for either purpose and in either notation', async () => {
    const [first, second, third] = [
      await boardSampleMerchant(server),
      await boardSampleMerchant(server),
      await boardSampleMerchant(server),
    ];
    expect(await accountsOf((await move(first, 'AE770331234567890123457')).applicationId)).toEqual([]);
    expect(await accountsOf((await move(second, 'AE77 0331 2345 6789 0123 457')).applicationId)).toEqual([
      `DUPLICATE_ACCOUNT creditAccountNumOrIban ${first}`,
    ]);
    const debit = { debitAccountNumOrIban: 'AE770331234567890123457' };
    expect(await accountsOf((await sendAmendment(server, third, ['ACCOUNT'], debit)).applicationId)).toEqual([
      `DUPLICATE_ACCOUNT debitAccountNumOrIban ${first}, ${second}`,
    ]);
  });

  it('is found by the screening of a boarding', async () => {
    const id = await boardSampleMerchant(server);
    await move(id, '6600000002');
    const { applicationId } = await submitAndScreen(server, [uniqueMerchant({ debitAccountNumOrIban: '6600000002' })]);
    expect(await accountsOf(applicationId)).toEqual([`DUPLICATE_ACCOUNT debitAccountNumOrIban ${id}`]);
  });

  it('is found when several amendments of one request have it, and none of them is applied', async () => {
    await configureDemo(server, { approvedAmendments: [] });
    const ids = [await boardSampleMerchant(server), await boardSampleMerchant(server)] as const;
    const amendments = ids.map((merchantId) => ({
      merchantId,
      amendmentList: ['ACCOUNT'],
      creditAccountNumOrIban: '6600000003',
    }));
    const { json } = await onboard(server, requestOf(amendments, {}, newId('R')));
    const { applications } = json as unknown as { applications: [{ applicationId: string }] };
    expect(await accountsOf(applications[0].applicationId)).toEqual([
      `DUPLICATE_ACCOUNT creditAccountNumOrIban ${ids[1]}`,
      `DUPLICATE_ACCOUNT creditAccountNumOrIban ${ids[0]}`,
    ]);
    for (const id of ids) expect((await readMerchantOf(server, id)).json.version).toBe(1);
  });

  it('is not found after the amendment is rejected', async () => {
    const { applicationId } = await move(await boardSampleMerchant(server), '6600000004');
    await review(server, applicationId, 'reject');
    expect(await accountsOf((await move(await boardSampleMerchant(server), '6600000004')).applicationId)).toEqual([]);
  });
});
