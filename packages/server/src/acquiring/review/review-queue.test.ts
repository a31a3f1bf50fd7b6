import { beforeAll, describe, expect, it } from 'vitest';
import { newId, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import {
  readApplicationOf,
  review,
  sendHitDecision,
  submitAndScreen,
  uniqueMerchant,
} from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
/** Names and ids that no other merchant of the sandbox has. */
const CAFE = newId('CAFE');
const GAMES = newId('GAMES');
const TAILOR = newId('TAILOR');
let first: string;
let games: string;
let amendment: string;

beforeAll(async () => {
  const cafe = uniqueMerchant({ merchantName: 'Zéphyr Café', legalName: 'قهوة النخيل' }, CAFE);
  const tailor = uniqueMerchant({ merchantName: 'Zephyr Tailor', kyc: false }, TAILOR);
  first = (await submitAndScreen(server, [cafe, tailor])).applicationId;
  server.clock.advance(60_000);
  const hall = uniqueMerchant({ merchantName: 'Zephyr Games', mcc: '7995' }, GAMES);
  games = (await submitAndScreen(server, [hall])).applicationId;
  server.clock.advance(60_000);
  await review(server, first, 'review', { merchantIds: [CAFE], reason: 'Seen' });
  await review(server, first, 'approve', { merchantIds: [CAFE], reason: 'Complete' });
  const amended = await onboard(server, {
    payload: { applications: [{ merchants: [{ merchantId: CAFE, amendmentList: ['MCC'], mcc: '5499' }] }] },
  });
  amendment = (amended.json as unknown as { applications: { applicationId: string }[] }).applications[0]!.applicationId;
});

const list = async (what: 'merchants' | 'applications', query: Record<string, string>): Promise<string[]> => {
  const path = what === 'merchants' ? '/V2/merchants' : '/V2/merchants/applications';
  const { json, status, text } = await server.request({
    method: 'GET',
    url: `${path}?${new URLSearchParams(query)}`,
    as: 'demo-reviewer',
  });
  expect(status, text).toBe(200);
  const rows = json[what] as unknown as { merchantId?: string; applicationId: string }[];
  return rows.map((row) => row.merchantId ?? row.applicationId);
};

describe('merchants and applications', () => {
  it.each([
    ['the beginning of a word of the name', 'zephyr', () => [GAMES, TAILOR, CAFE]],
    ['beginnings of several words, in any order and with other accents', 'CAFÉ zeph', () => [CAFE]],
    ['the legal name, in Arabic without vowel signs', 'قهوه', () => [CAFE]],
    ['the merchant id', TAILOR, () => [TAILOR]],
    ['a part of a word that is not its beginning', 'ephyr', () => []],
    ['signs alone', '%', () => []],
  ])('are found by %s', async (_what, q, ids) => {
    expect(await list('merchants', { q })).toEqual(ids());
  });

  it('are found by a text together with other filters', async () => {
    expect(await list('merchants', { q: 'zephyr', status: 'BOARDED' })).toEqual([CAFE]);
    expect(await list('applications', { q: CAFE, sort: 'oldest' })).toEqual([first, amendment]);
    expect(await list('applications', { q: 'zephyr', kind: 'AMENDMENT' })).toEqual([amendment]);
    expect(await list('applications', { q: 'zephyr', kind: 'BOARDING', hits: 'OPEN' })).toEqual([games]);
    expect(await list('applications', { q: 'nobody' })).toEqual([]);
  });

  it('are queued with hits first, and then by age, page by page', async () => {
    const queue = { q: 'zephyr', sort: 'queue' };
    expect(await list('applications', queue)).toEqual([games, first, amendment]);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const url = `/V2/merchants/applications?q=zephyr&sort=queue&limit=1${cursor && `&cursor=${cursor}`}`;
      const { json } = await server.request({ method: 'GET', url, as: 'demo-reviewer' });
      paged.push(...(json.applications as unknown as { applicationId: string }[]).map((each) => each.applicationId));
      cursor = json.next_cursor as unknown as string | null;
    }
    expect(paged).toEqual([games, first, amendment]);
  });

  it('show their sender, their first merchant, and the number of amended merchants', async () => {
    const { json } = await readApplicationOf(server, amendment);
    expect(json).toMatchObject({
      submittedBy: 'demo-acquirer',
      submitterMayDecide: false,
      first: { merchantId: CAFE, merchantName: 'Zéphyr Café' },
      amendments: 1,
    });
    expect((await readApplicationOf(server, first)).json).toMatchObject({ first: { merchantId: CAFE }, amendments: 0 });
  });

  it('are read one merchant at a time, or only those with hits', async () => {
    const idsOf = async (query: string, of = first) =>
      (await readApplicationOf(server, of, query)).json.merchants.map(
        (each: { merchantId: string }) => each.merchantId,
      );
    expect(await idsOf(`?merchantId=${TAILOR}`)).toEqual([TAILOR]);
    expect(await idsOf('?hits=NONE')).toEqual([CAFE, TAILOR]);
    expect(await idsOf('?hits=OPEN')).toEqual([]);
    expect(await idsOf('?hits=OPEN', games)).toEqual([GAMES]);
  });
});

describe('the steps that applications await', () => {
  const steps = async (as: string, query: Record<string, string>) => {
    const url = `/V2/merchants/applications?${new URLSearchParams({ q: 'sandstone', withTotal: 'true', ...query })}`;
    const { json, status, text } = await server.request({ method: 'GET', url, as });
    expect(status, text).toBe(200);
    const answer = json as unknown as { total: number; applications: { applicationId: string; awaiting?: object }[] };
    expect(answer.total).toBe(answer.applications.length);
    return answer.applications;
  };
  const stepsOf = async (as: string) =>
    (await steps(as, { relation: 'ASKED_OF_ME' })).map((each) => each.applicationId);
  const merchant = (more: Record<string, unknown> = {}) => uniqueMerchant({ merchantName: 'Sandstone', ...more });

  it('name the reviewer, and appear to the people who may take them', async () => {
    const { applicationId } = await submitAndScreen(server, [merchant()]);
    expect(await steps('demo-reviewer', {})).toMatchObject([{ awaiting: { REVIEW: 1 } }]);
    expect([await stepsOf('demo-reviewer'), await stepsOf('demo-approver'), await stepsOf('demo-acquirer')]).toEqual([
      [applicationId],
      [],
      [],
    ]);
    expect(await steps('demo-acquirer', { relation: 'MINE' })).toHaveLength(1);
    expect(await steps('demo-reviewer', { relation: 'MINE' })).toEqual([]);
    await review(server, applicationId, 'review');
    expect(await steps('demo-reviewer', { awaiting: 'APPROVAL' })).toMatchObject([
      { awaiting: { APPROVAL: 1 }, reviewedBy: ['demo-reviewer'] },
    ]);
    expect(await steps('demo-reviewer', { awaiting: 'REVIEW' })).toEqual([]);
    expect([await stepsOf('demo-reviewer'), await stepsOf('demo-approver')]).toEqual([[], [applicationId]]);
    await review(server, applicationId, 'approve');
    expect(await stepsOf('demo-approver')).toEqual([]);
    expect((await readApplicationOf(server, applicationId)).json.awaiting).toBeUndefined();
  });

  it('are a review while a hit or KYC is open, and then an approval by another person', async () => {
    const { applicationId } = await submitAndScreen(server, [merchant({ mcc: '7995', kyc: false })]);
    await review(server, applicationId, 'review');
    expect([await stepsOf('demo-reviewer'), await stepsOf('demo-approver')]).toEqual([[applicationId], []]);
    const [{ screening }] = (await readApplicationOf(server, applicationId)).json.merchants;
    await sendHitDecision(server, applicationId, screening.hits[0].hitId, 'clear');
    expect(await stepsOf('demo-approver')).toEqual([]);
    await review(server, applicationId, 'confirm-kyc');
    expect(await stepsOf('demo-approver')).toEqual([applicationId]);
    for (const column of ['reviewed_by', 'kyc_confirmed_by']) {
      const set = (by: string) =>
        server.db.sql(`update merchants set ${column} = $1 where acquirer_id = 'DEMO' and application_id = $2`, [
          by,
          applicationId,
        ]);
      await set('demo-approver');
      expect(await stepsOf('demo-approver'), column).toEqual([]);
      await set('demo-reviewer');
    }
    await review(server, applicationId, 'reject', { reason: 'No license' });
  });

  it('are a new submission, by people who may submit, while information is missing', async () => {
    const { applicationId } = await submitAndScreen(server, [merchant()]);
    const items = [{ path: 'website', action: 'Send the address of the shop' }];
    await review(server, applicationId, 'request-information', { reason: 'Incomplete', items });
    expect([await stepsOf('demo-reviewer'), await stepsOf('demo-acquirer')]).toEqual([[], [applicationId]]);
  });
});

describe('a decision about a merchant', () => {
  it('is refused if the merchant has changed since it was read, and changes nothing', async () => {
    const [seen] = (await readApplicationOf(server, games)).json.merchants;
    const [hit] = seen.screening.hits;
    server.clock.advance(1_000);
    const cleared = { reason: 'Has a license', unchangedSince: seen.changedAt };
    expect((await sendHitDecision(server, games, hit.hitId, 'clear', cleared)).status).toBe(200);
    const late = await sendHitDecision(server, games, hit.hitId, 'confirm', cleared);
    expect([late.status, late.json.error_code]).toEqual([409, '420']);
    const refused = await review(server, games, 'reject', { reason: 'No license', unchangedSince: seen.changedAt });
    expect([refused.status, refused.json.error_code]).toEqual([409, '420']);
    expect(refused.text).toContain(`${GAMES} was changed at 2026-11-20T`);
    const [now] = (await readApplicationOf(server, games)).json.merchants;
    expect([now.status, now.screening.hits[0].state]).toEqual(['PENDING_APPROVAL', 'CLEARED']);
    const again = await review(server, games, 'review', { reason: 'License seen', unchangedSince: now.changedAt });
    expect(again.status, again.text).toBe(200);
  });

  it('can consider the changes of the submission that followed a request for information', async () => {
    const record = async () => {
      const { json } = await server.request({ method: 'GET', url: `/V2/merchants/${TAILOR}`, as: 'demo-reviewer' });
      return json as unknown as { resubmitted?: unknown };
    };
    expect((await record()).resubmitted).toBeUndefined();
    const items = [{ path: 'website', action: 'Send the address of the shop' }];
    await review(server, first, 'request-information', { merchantIds: [TAILOR], reason: 'Incomplete', items });
    const sent = await onboard(
      server,
      requestOf([
        uniqueMerchant({ merchantName: 'Zephyr Tailors', website: 'https://tailor.example', kyc: true }, TAILOR),
      ]),
    );
    expect(sent.status, sent.text).toBe(202);
    expect((await record()).resubmitted).toEqual({
      changes: [
        { path: 'merchantName', from: 'Zephyr Tailor', to: 'Zephyr Tailors' },
        { path: 'kyc', from: false, to: true },
        { path: 'website', from: null, to: 'https://tailor.example' },
      ],
    });
    expect(await list('merchants', { q: 'tailors' })).toEqual([TAILOR]);
  });
});
