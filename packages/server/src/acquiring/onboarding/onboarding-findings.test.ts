import { describe, expect, it } from 'vitest';
import {
  chainBody,
  findingsOf,
  merchantBody,
  newId,
  onboard,
  putInStatus,
  readMerchantOf,
  requestOf,
  terminalBody,
} from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const TABLES = [
  'onboarding_requests',
  'merchant_applications',
  'merchant_chains',
  'merchants',
  'merchant_submissions',
  'merchant_terminals',
  'merchant_versions',
  'merchant_events',
];

async function rowCounts(tables = TABLES): Promise<Record<string, number>> {
  const counts = await Promise.all(
    tables.map((table) => server.db.sql<{ count: number }>(`select count(*)::int as count from ${table}`)),
  );
  return Object.fromEntries(tables.map((table, at) => [table, counts[at]![0]!.count]));
}

describe('findings from stored records', () => {
  it.each([
    ['RECEIVED', '404'],
    ['SCREENING', '404'],
    ['PENDING_APPROVAL', '404'],
    ['APPROVED', '404'],
    ['BOARDED', '404'],
    ['REJECTED', '420'],
  ])('include a merchant that is %s and cannot be boarded again: %s', async (status, code) => {
    const id = newId('M');
    await onboard(server, requestOf([merchantBody(id)]));
    await putInStatus(server, id, status);
    const answer = await onboard(server, requestOf([merchantBody(newId('M')), merchantBody(id)]));
    expect(answer.status).toBe(409);
    expect(answer.json.error_code).toBe(code);
    expect(findingsOf(answer)).toEqual([`${code} payload.applications[0].merchants[1].merchantId`]);
  });

  it('include a terminal of another merchant', async () => {
    const terminal = newId('T');
    await onboard(server, requestOf([merchantBody(newId('M'), { terminals: [terminalBody(terminal)] })]));
    const terminals = [terminalBody(newId('T')), terminalBody(terminal)];
    const answer = await onboard(server, requestOf([merchantBody(newId('M'), { terminals })]));
    expect(answer.status).toBe(409);
    expect(answer.json).toMatchObject({
      error_code: '406',
      errors: [
        {
          path: 'payload.applications[0].merchants[0].terminals[1].terminalId',
          code: '406',
          message: 'already exists as a terminal',
          action: 'set terminals[1].terminalId to another id, or remove it',
        },
      ],
    });
  });

  it('include an amendment of a merchant that does not exist or is not boarded', async () => {
    const id = newId('M');
    await onboard(server, requestOf([merchantBody(id)]));
    const hold = (merchantId: string) => ({ merchantId, amendmentList: ['HOLD'] });
    const answer = await onboard(server, requestOf([hold(newId('NOBODY')), hold(id)]));
    expect(answer.status).toBe(404);
    expect(findingsOf(answer)).toEqual([
      '305 payload.applications[0].merchants[0].merchantId',
      '420 payload.applications[0].merchants[1].merchantId',
    ]);
  });

  it('are reported with all others, in the order of the document, and a broken rule makes the answer 400', async () => {
    const [known, terminal, chain] = [newId('M'), newId('T'), newId('C')];
    const terminals = [terminalBody(terminal)];
    await onboard(server, requestOf([merchantBody(known, { terminals })], { chain: chainBody(chain) }));
    const requestId = newId('R');
    const answer = await onboard(server, {
      requestId,
      payload: {
        applications: [
          { merchants: [merchantBody(known), merchantBody(newId('M'), { kyc: 'yes' })] },
          { merchants: [merchantBody(newId('M'), { terminals })], chain: chainBody(chain) },
          { merchants: [merchantBody(newId('M'))], chain: chainBody(newId('NONE'), { alreadyExist: true }) },
          { merchants: [{ merchantId: newId('NOBODY'), amendmentList: ['HOLD'] }] },
        ],
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.json.error_code).toBe('105');
    expect(findingsOf(answer)).toEqual([
      '404 payload.applications[0].merchants[0].merchantId',
      '105 payload.applications[0].merchants[1].kyc',
      '405 payload.applications[1].chain.chainId',
      '406 payload.applications[1].merchants[0].terminals[0].terminalId',
      '306 payload.applications[2].chain.chainId',
      '305 payload.applications[3].merchants[0].merchantId',
    ]);
    const errors = answer.json.errors as { action: string }[];
    expect(errors.every(({ action }) => action.length > 0)).toBe(true);
    const audit = await server.db.sql('select outcome, details from audit_log where subject = $1', [
      `onboarding:${requestId}`,
    ]);
    expect(audit).toEqual([{ outcome: 'refused', details: { code: '105', findings: 6, merchants: 5 } }]);
  });

  it('are at most 200, with the number of the others', async () => {
    const merchants = Array.from({ length: 230 }, () => ({ merchantId: newId('NOBODY'), amendmentList: ['HOLD'] }));
    const answer = await onboard(server, requestOf(merchants));
    expect(answer.status).toBe(404);
    expect(answer.json.errors).toHaveLength(200);
    expect(answer.json.more).toBe(30);
  });

  it('prevent everything but an audit row, and the request id stays free', async () => {
    const [known, requestId, fresh] = [newId('M'), newId('R'), newId('M')];
    await onboard(server, requestOf([merchantBody(known)]));
    const before = await rowCounts();
    const chain = { chain: chainBody(newId('C')) };
    const refused = await onboard(server, requestOf([merchantBody(fresh), merchantBody(known)], chain, requestId));
    expect(refused.status).toBe(409);
    expect(await rowCounts()).toEqual(before);
    const again = await onboard(server, requestOf([merchantBody(fresh)], chain, requestId));
    expect(again.status).toBe(202);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
  });
});

describe('validateOnly', () => {
  it('gives the same findings, and stores nothing: no row, no id, and no audit row of its own', async () => {
    // Leaves out the `not found` rows, because they are written for every operation.
    const audited = `(select from audit_log where outcome <> 'not found') as audited`;
    const tables = [...TABLES, audited];
    const before = await rowCounts(tables);
    const [id, requestId] = [newId('M'), newId('R')];
    const request = requestOf([merchantBody(id)], { chain: chainBody(newId('C')) }, requestId);
    const valid = await onboard(server, request, { validateOnly: true });
    expect(valid.status).toBe(200);
    expect(valid.json).toEqual({
      requestId,
      status: 'VALID',
      applications: [{ merchants: [{ merchantId: id, status: 'VALID', warnings: [] }] }],
      warnings: [],
    });
    const wrong = await onboard(server, requestOf([{ merchantId: newId('NOBODY'), amendmentList: ['HOLD'] }]), {
      validateOnly: true,
    });
    expect(wrong.status).toBe(404);
    expect(findingsOf(wrong)).toEqual(['305 payload.applications[0].merchants[0].merchantId']);
    expect(await rowCounts(tables)).toEqual(before);
    expect((await onboard(server, request)).status).toBe(202);
  });

  it('creates no request id for amendments without one', async () => {
    const id = newId('M');
    await onboard(server, requestOf([merchantBody(id)]));
    await putInStatus(server, id, 'BOARDED');
    const merchants = [{ merchantId: id, amendmentList: ['HOLD'] }];
    const answer = await onboard(server, { payload: { applications: [{ merchants }] } }, { validateOnly: true });
    expect(answer.status).toBe(200);
    expect(answer.json).not.toHaveProperty('requestId');
    expect(answer.json.warnings).toEqual([{ path: 'requestId', rule: 'request-id-made' }]);
    expect((await readMerchantOf(server, id)).json.merchantState).toBe('ACTIVE');
  });
});
