import { beforeAll, describe, expect, it } from 'vitest';
import {
  boardSampleMerchant,
  clearAndReview,
  expectAccepted,
  followAmendment,
  historyOf,
  readAuditEntries,
  sendAmendment,
} from '../../testing/merchants/amendment-requests.ts';
import { amend, findingsOf, newId, onboard, readMerchantOf, terminalBody } from '../../testing/merchants/merchants.ts';
import {
  hitsOf,
  loadDenyListOf,
  REVIEW_REASON,
  readApplicationOf,
  review,
  sendHitDecision,
} from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await loadDenyListOf(server, 'name,reason\nShell Company LLC,Sanctioned\n');
});

const NAME = { merchantName: 'Shell Company LLC', merchantType: 'POS' };

const rename = (id: string, more: Record<string, unknown> = {}, types: string[] = []) =>
  sendAmendment(server, id, ['MERCHANT_NAME', ...types], { ...NAME, ...more });

describe('renaming a boarded merchant to a name of the deny list', () => {
  it('does not change the name, and the amendment waits for review with the hit', async () => {
    const id = await boardSampleMerchant(server);
    const { applicationId, taken } = await rename(id);
    const waits = { amendments: ['MERCHANT_NAME'], status: 'PENDING_APPROVAL' };
    expect(taken).toEqual({ merchantId: id, merchantState: 'ACTIVE', warnings: [], ...waits });
    const { json } = await readMerchantOf(server, id);
    expect(json).toMatchObject({ merchantName: `Shop ${id}`, status: 'BOARDED', version: 1 });
    expect(json.merchant.merchantName).toBe(`Shop ${id}`);
    expect(json.openAmendment).toEqual({ applicationId, ...waits });
    const { json: application } = await readApplicationOf(server, applicationId);
    expect(application).toMatchObject({ counts: { PENDING_APPROVAL: 1 }, hits: { OPEN: 1 } });
    expect(application.merchants).toMatchObject([
      {
        merchantId: id,
        merchantName: `Shop ${id}`,
        proposed: { merchantName: 'Shell Company LLC' },
        screening: { attempts: 1, hits: [{ check: 'DENY_LIST', path: 'merchantName', state: 'OPEN' }] },
        ...waits,
      },
    ]);
    const url = '/V2/merchants/applications?status=PENDING_APPROVAL&hits=OPEN';
    expect((await server.request({ method: 'GET', url, as: 'demo-reviewer' })).text).toContain(applicationId);
  });

  it('makes the next version after one person clears the hit and reviews, and another person approves', async () => {
    const id = await boardSampleMerchant(server);
    const sent = await rename(id);
    await clearAndReview(server, sent.applicationId);
    expect((await readMerchantOf(server, id)).json.version).toBe(1);
    const approved = await review(server, sent.applicationId, 'approve');
    expect([approved.status, approved.json.merchants]).toEqual([
      200,
      [{ merchantId: id, status: 'BOARDED', merchantState: 'ACTIVE', hits: { CLEARED: 1 } }],
    ]);
    const { json } = await readMerchantOf(server, id);
    expect(json).toMatchObject({ merchantName: 'Shell Company LLC', version: 2, merchantState: 'ACTIVE' });
    expect(json).not.toHaveProperty('openAmendment');
    expect(json.versions[0]).toMatchObject({
      version: 2,
      by: 'demo-acquirer',
      requestId: sent.requestId,
      amendments: ['MERCHANT_NAME'],
      changes: [{ path: 'merchantName', from: `Shop ${id}`, to: 'Shell Company LLC' }],
    });
    expect(await followAmendment(server, sent)).toMatchObject({ status: 'BOARDED', version: 2 });
    expect((await historyOf(server, id)).slice(-3)).toEqual([
      '2 - PENDING_APPROVAL MERCHANT_NAME',
      '3 PENDING_APPROVAL APPROVED MERCHANT_NAME Checked its documents',
      '4 APPROVED BOARDED MERCHANT_NAME Checked its documents',
    ]);
  });

  it('changes nothing if the amendment is rejected, and frees the terminals that came with it', async () => {
    const [id, terminal] = [await boardSampleMerchant(server), newId('T')];
    const before = (await readMerchantOf(server, id)).json;
    const sent = await rename(id, { terminals: [terminalBody(terminal)] }, ['ADDING_TERMINALS']);
    const taken = await amend(server, await boardSampleMerchant(server), ['ADDING_TERMINALS'], {
      terminals: [terminalBody(terminal)],
    });
    expect(findingsOf(taken)).toEqual(['406 payload.applications[0].merchants[0].terminals[0].terminalId']);
    const rejected = await review(server, sent.applicationId, 'reject');
    expect(rejected.json.merchants).toEqual([{ merchantId: id, status: 'REJECTED' }]);
    const { json } = await readMerchantOf(server, id);
    expect(json).toMatchObject({ status: 'BOARDED', merchantState: 'ACTIVE', version: 1 });
    expect(json.merchant).toEqual(before.merchant);
    expect(json.openAmendment).toBeUndefined();
    expect(await followAmendment(server, sent)).toMatchObject({ status: 'REJECTED', reason: 'Checked its documents' });
    await sendAmendment(server, id, ['ADDING_TERMINALS'], { terminals: [terminalBody(terminal)] });
  });

  it.each([
    ['', async () => {}],
    [
      ', also where it was kept as if it brought them',
      (applicationId: string, terminals: string[]) =>
        server.db.sql('update merchant_amendments set terminals = $2 where application_id = $1', [
          applicationId,
          terminals,
        ]),
    ],
  ])(
    'leaves the terminals with their merchants if an amendment that only repeats them is rejected%s',
    async (_, keep) => {
      const terminals = [newId('T'), newId('T')] as const;
      const id = await boardSampleMerchant(server, { terminals: [terminalBody(terminals[0])] });
      await boardSampleMerchant(server, { terminals: [terminalBody(terminals[1])] });
      const { applicationId } = await rename(id, { terminals: [terminalBody(terminals[0])] });
      await keep(applicationId, [...terminals]);
      await review(server, applicationId, 'reject');
      const other = await boardSampleMerchant(server);
      const taken = await amend(server, other, ['ADDING_TERMINALS'], { terminals: terminals.map(terminalBody) });
      expect(findingsOf(taken)).toEqual([
        '406 payload.applications[0].merchants[0].terminals[0].terminalId',
        '406 payload.applications[0].merchants[0].terminals[1].terminalId',
      ]);
    },
  );
});

describe('decisions about a pending amendment', () => {
  it('are not open to its sender: no review, no decision about a hit, no approval', async () => {
    const { applicationId } = await rename(await boardSampleMerchant(server));
    const [hit] = await hitsOf(server, applicationId);
    const own = [
      await review(server, applicationId, 'review', REVIEW_REASON, 'demo-acquirer'),
      await sendHitDecision(server, applicationId, hit!.hitId, 'clear', REVIEW_REASON, 'demo-acquirer'),
    ];
    await clearAndReview(server, applicationId);
    own.push(await review(server, applicationId, 'approve', REVIEW_REASON, 'demo-acquirer'));
    for (const { status, json, text } of own) {
      expect([status, json.error_code]).toEqual([409, '420']);
      expect(text).toContain('was sent by the same person: another person must decide');
    }
  });

  it('need two people: the reviewer cannot approve it', async () => {
    const id = await boardSampleMerchant(server);
    const { applicationId } = await sendAmendment(server, id, ['MCC'], { mcc: '5999' });
    expect((await review(server, applicationId, 'review', REVIEW_REASON, 'second-reviewer')).status).toBe(200);
    const same = await review(server, applicationId, 'approve', REVIEW_REASON, 'second-reviewer');
    expect([same.status, same.json.error_code]).toEqual([409, '420']);
    expect(same.text).toContain(`${id} was reviewed by the same person: approval needs a second one`);
    expect((await readMerchantOf(server, id)).json).toMatchObject({ merchant: { mcc: '5411' }, version: 1 });
  });

  it('do not include an approval while a hit is open', async () => {
    const id = await boardSampleMerchant(server);
    const { applicationId } = await rename(id);
    expect((await review(server, applicationId, 'review')).status).toBe(200);
    const open = await review(server, applicationId, 'approve');
    expect([open.status, open.json.error_code]).toEqual([409, '420']);
    expect(open.text).toContain(`${id} has 1 hit of the screening that is not cleared: DENY_LIST merchantName (OPEN)`);
    expect((await readMerchantOf(server, id)).json.version).toBe(1);
  });

  it('do not include confirming KYC or requesting information, which are for boardings', async () => {
    const { applicationId } = await rename(await boardSampleMerchant(server));
    const items = [{ path: 'merchantName', action: 'Correct it' }];
    const refused = [
      await review(server, applicationId, 'confirm-kyc'),
      await review(server, applicationId, 'request-information', { ...REVIEW_REASON, items }),
    ];
    for (const { status, json } of refused) expect([status, json.error_code]).toEqual([409, '420']);
  });

  it('are recorded in the audit log: held, hit cleared, reviewed, approved', async () => {
    const id = await boardSampleMerchant(server);
    const { applicationId } = await rename(id);
    await clearAndReview(server, applicationId);
    await review(server, applicationId, 'approve');
    expect(await readAuditEntries(server, `merchant:${id}`, `application:${applicationId}`)).toEqual([
      'demo-acquirer amendment held',
      'demo-reviewer hit cleared',
      'demo-reviewer reviewed',
      'demo-approver approved',
    ]);
  });
});

describe('an application of several amendments', () => {
  const several = async (count: number, more: Record<string, unknown> = {}) => {
    const ids: string[] = [];
    for (let made = 0; made < count; made++) ids.push(await boardSampleMerchant(server));
    const merchants = ids.map((merchantId) => ({ merchantId, ...NAME, ...more }));
    return { ids, ...expectAccepted(await onboard(server, { ...amendmentsOf(merchants), requestId: newId('R') })) };
  };
  const amendmentsOf = (merchants: object[]) => ({ payload: { applications: ['MERCHANT_NAME', { merchants }] } });

  it('can be approved as a whole, or for some merchants', async () => {
    const { ids, applicationId } = await several(3);
    await clearAndReview(server, applicationId);
    const some = await review(server, applicationId, 'approve', { ...REVIEW_REASON, merchantIds: [ids[1]] });
    expect(some.status, some.text).toBe(200);
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.counts).toEqual({ PENDING_APPROVAL: 2, BOARDED: 1 });
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
    expect((await readApplicationOf(server, applicationId)).json.counts).toEqual({ BOARDED: 3 });
    expect((await readMerchantOf(server, ids[2]!)).json.merchantName).toBe('Shell Company LLC');
  });

  it('is not approved at all if one of its amendments cannot be', async () => {
    const { ids, applicationId } = await several(2);
    await clearAndReview(server, applicationId);
    await sendAmendment(server, ids[1]!, ['HOLD']);
    const refused = await review(server, applicationId, 'approve');
    expect([refused.status, findingsOf(refused)]).toEqual([409, ['420 merchantIds']]);
    expect(refused.text).toContain(`${ids[1]}.merchantId is on hold`);
    expect((await readMerchantOf(server, ids[0]!)).json.merchantName).toBe(`Shop ${ids[0]}`);
  });

  it('is read in pages that end early after long amendments, and continue after them', async () => {
    const website = `https://shell.example/${'a'.repeat(2_000)}`;
    const { ids, applicationId } = await several(140, { website });
    const first = await readApplicationOf(server, applicationId, '?limit=200');
    const { merchants, next_cursor: cursor } = first.json;
    expect([merchants.length > 100, merchants.length < 140, cursor]).toEqual([true, true, expect.any(String)]);
    const second = await readApplicationOf(server, applicationId, `?limit=200&cursor=${cursor}`);
    const read = [...merchants, ...second.json.merchants];
    expect(second.json.next_cursor).toBe(null);
    expect(read.map(({ merchantId }) => merchantId)).toEqual(ids);
    expect(read.every(({ proposed }) => proposed.website === website)).toBe(true);
  });
});
