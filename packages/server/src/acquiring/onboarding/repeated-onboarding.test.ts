import { describe, expect, it } from 'vitest';
import {
  boardMerchants,
  findingsOf,
  merchantBody,
  newId,
  onboard,
  putInStatus,
  readMerchantOf,
  requestOf,
  terminalBody,
} from '../../testing/merchants/merchants.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const replayed = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';

describe('a repeated request', () => {
  it('gets the stored answer, even if its merchants have moved since or its members have another order', async () => {
    const [id, requestId] = [newId('M'), newId('R')];
    const first = await onboard(server, requestOf([merchantBody(id)], {}, requestId));
    await putInStatus(server, id, 'BOARDED');
    const turned = Object.fromEntries(Object.entries(merchantBody(id)).reverse());
    const again = await onboard(server, { payload: { applications: [{ merchants: [turned] }] }, requestId });
    expect(again.status).toBe(202);
    expect(replayed(again)).toBe(true);
    expect(again.text).toBe(first.text);
  });

  it('is refused with 407 if its content differs, and changes nothing', async () => {
    const [id, requestId] = [newId('M'), newId('R')];
    await onboard(server, requestOf([merchantBody(id)], {}, requestId));
    const other = await onboard(server, requestOf([merchantBody(id, { trn: '100000000000009' })], {}, requestId));
    expect(other.status).toBe(409);
    expect(other.json).toMatchObject({
      error_code: '407',
      errors: [{ path: 'requestId', code: '407', action: 'send it under a new requestId' }],
    });
    expect((await readMerchantOf(server, id)).json.merchant.trn).toBe('100000000000003');
  });

  it('differs if a number has other digits', async () => {
    const requestId = newId('R');
    const text = JSON.stringify(requestOf([merchantBody(newId('M'))], {}, requestId));
    const first = await onboard(server, text.replace('"feeValue":25', '"feeValue":25.0'));
    expect(first.status, first.text).toBe(202);
    expect((await onboard(server, text.replace('"feeValue":25', '"feeValue":25.00'))).json.error_code).toBe('407');
  });

  it('belongs to its caller: another client of the acquirer has its own ids', async () => {
    const requestId = newId('R');
    const [one, other] = [newId('M'), newId('M')];
    await onboard(server, requestOf([merchantBody(one)], {}, requestId));
    const second = await onboard(server, requestOf([merchantBody(other)], {}, requestId), { as: 'second-acquirer' });
    expect(second.status, second.text).toBe(202);
    expect(replayed(second)).toBe(false);
  });

  it('boards once if it is sent twenty times at once, and all get the same answer', async () => {
    const id = newId('M');
    const request = requestOf([merchantBody(id, { terminals: [terminalBody(newId('T'))] })]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => onboard(server, request)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(replayed)).toHaveLength(19);
    const events = await server.db.sql('select to_state from merchant_events where merchant_id = $1', [id]);
    expect(events).toEqual([{ to_state: 'RECEIVED' }]);
    const submissions = await server.db.sql('select kind from merchant_submissions where merchant_id = $1', [id]);
    expect(submissions).toEqual([{ kind: 'BOARDING' }]);
  });

  it('succeeds once with one merchant and twenty request ids, and the others report the merchant', async () => {
    const id = newId('M');
    const answers = await Promise.all(Array.from({ length: 20 }, () => onboard(server, requestOf([merchantBody(id)]))));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(409)]);
    const findings = answers.filter(({ status }) => status === 409).flatMap(findingsOf);
    expect(findings).toEqual(Array(19).fill('404 payload.applications[0].merchants[0].merchantId'));
  });

  it('succeeds once with one terminal and twenty merchants, and the others report the terminal', async () => {
    const terminals = [terminalBody(newId('T'))];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => onboard(server, requestOf([merchantBody(newId('M'), { terminals })]))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(409)]);
    const findings = answers.filter(({ status }) => status === 409).flatMap(findingsOf);
    expect(findings).toEqual(Array(19).fill('406 payload.applications[0].merchants[0].terminals[0].terminalId'));
  });

  it('succeeds once with twenty concurrent holds of one merchant, and makes one version', async () => {
    const id = newId('M');
    await boardMerchants(server, [merchantBody(id)]);
    const hold = () => onboard(server, requestOf([{ merchantId: id, amendmentList: ['HOLD'] }]));
    const answers = await Promise.all(Array.from({ length: 20 }, hold));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(409)]);
    expect((await readMerchantOf(server, id)).json).toMatchObject({ merchantState: 'ON_HOLD', version: 2 });
  });
});

describe('amendments without a requestId', () => {
  it('get a generated one, with a warning, and can be found by it', async () => {
    const id = newId('M');
    await boardMerchants(server, [merchantBody(id)]);
    const merchants = [{ merchantId: id, amendmentList: ['HOLD'] }];
    const answer = await onboard(server, { payload: { applications: [{ merchants }] } });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.json.requestId).toMatch(/^AUTO-[0-9A-F]{20}$/);
    expect(answer.json.warnings).toEqual([{ path: 'requestId', rule: 'request-id-made' }]);
    const url = `/V2/merchants/onboarding/${answer.json.requestId}`;
    const status = await server.request({ method: 'GET', url, as: 'demo-acquirer' });
    expect(status.json).toMatchObject({ merchantCount: 1, counts: { BOARDED: 1 } });
  });
});
