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

describe('boarding merchants', () => {
  it('accepts merchants, and returns the result of each', async () => {
    const [first, second, third] = [newId('M'), newId('M'), newId('M')];
    const answer = await onboard(server, {
      requestId: 'BOARDING-1',
      payload: {
        applications: [
          { merchants: [merchantBody(first), merchantBody(second)] },
          { merchants: [merchantBody(third)] },
        ],
      },
    });
    expect(answer.status).toBe(202);
    const applicationId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(answer.json).toEqual({
      requestId: 'BOARDING-1',
      status: 'RECEIVED',
      applications: [
        {
          applicationId,
          merchants: [
            { merchantId: first, status: 'RECEIVED', warnings: [] },
            { merchantId: second, status: 'RECEIVED', warnings: [] },
          ],
        },
        { applicationId, merchants: [{ merchantId: third, status: 'RECEIVED', warnings: [] }] },
      ],
      warnings: [],
    });
    const events = await server.db.sql('select * from merchant_events where merchant_id = any($1)', [[first, third]]);
    expect(events).toMatchObject([
      { acquirer_id: 'DEMO', sequence: 1, from_state: null, to_state: 'RECEIVED', actor: 'demo-acquirer' },
      { acquirer_id: 'DEMO', sequence: 1, from_state: null, to_state: 'RECEIVED', actor: 'demo-acquirer' },
    ]);
  });

  it('stores the record as it was sent, digit by digit, in the spelling of the tables', async () => {
    const id = newId('M');
    const record = JSON.stringify(
      merchantBody(id, {
        merchantName: 'متجر السوق',
        terminals: [terminalBody(newId('T'))],
        own: { field: [1, null] },
      }),
    )
      .replace('"feeValue":25', '"feeValue":1.10')
      .replace('"1.10"', '2.50');
    const sent = record.replace('"mcc":"5411"', '"mmc":"5411"');
    const requestId = newId('R');
    const body = `{"requestId":"${requestId}","payload":{"applications":[{"merchants":[${sent}]}]}}`;
    const answer = await onboard(server, body);
    expect(answer.status, answer.text).toBe(202);
    const { text, json } = await readMerchantOf(server, id);
    expect(text).toContain(`"feeValue":1.10`);
    expect(text).toContain(`"tariffRate":2.50`);
    expect(json.merchant).toEqual(JSON.parse(record));
    expect(json).toMatchObject({ merchantId: id, status: 'RECEIVED', merchantState: null, version: 0, versions: [] });
    expect(json.resolved).toMatchObject({ fundSettlementLevel: 'O', storeType: 'STANDARD' });
  });

  it("is recorded in the acquirer's audit log", async () => {
    const requestId = newId('R');
    await onboard(server, requestOf([merchantBody(newId('M')), merchantBody(newId('M'))], {}, requestId));
    const rows = await server.db.sql('select * from audit_log where subject = $1', [`onboarding:${requestId}`]);
    expect(rows).toMatchObject([
      {
        bank_id: 'acquirer:DEMO',
        actor: 'demo-acquirer',
        operation: 'merchants.onboard-merchants',
        outcome: 'received',
        details: { boardings: 2, amendments: 0, chains: 0 },
      },
    ]);
  });
});

describe('a merchant with status INFORMATION_REQUIRED', () => {
  it('is sent again under its id: the new record replaces the old one, and earlier results do not count', async () => {
    const [id, oldTerminal, newTerminal] = [newId('M'), newId('T'), newId('T')];
    const first = await onboard(server, requestOf([merchantBody(id, { terminals: [terminalBody(oldTerminal)] })]));
    await putInStatus(server, id, 'INFORMATION_REQUIRED');
    await server.db.sql(
      `update merchants set reviewed_by = 'r', approved_by = 'a', kyc_confirmed_by = 'k', screening_hits = '[]',
              screening_attempts = 3, information_required = '[{"path":"trn","action":"correct it"}]'
        where merchant_id = $1`,
      [id],
    );
    const terminals = [terminalBody(newTerminal)];
    const second = await onboard(server, requestOf([merchantBody(id, { trn: '100000000000009', terminals })]));
    expect(second.status, second.text).toBe(202);
    const [row] = await server.db.sql('select * from merchants where merchant_id = $1', [id]);
    expect(row).toMatchObject({
      status: 'RECEIVED',
      sequence: 2,
      trn: '100000000000009',
      reviewed_by: null,
      approved_by: null,
      kyc_confirmed_by: null,
      screening_hits: null,
      screening_attempts: 0,
      information_required: null,
    });
    const applicationOf = (json: unknown) =>
      (json as { applications: [{ applicationId: string }] }).applications[0].applicationId;
    expect(row!.application_id).toBe(applicationOf(second.json));
    expect(row!.application_id).not.toBe(applicationOf(first.json));
    const taken = await server.db.sql('select terminal_id from merchant_terminals where merchant_id = $1', [id]);
    expect(taken).toEqual([{ terminal_id: newTerminal }]);
    const events = await server.db.sql(
      'select sequence, from_state, to_state from merchant_events where merchant_id = $1 order by 1',
      [id],
    );
    expect(events).toEqual([
      { sequence: 1, from_state: null, to_state: 'RECEIVED' },
      { sequence: 2, from_state: 'INFORMATION_REQUIRED', to_state: 'RECEIVED' },
    ]);
  });

  it('may be sent again with its terminals and its chain', async () => {
    const [id, terminal, chain] = [newId('M'), newId('T'), newId('C')];
    const merchant = merchantBody(id, { terminals: [terminalBody(terminal)] });
    await onboard(server, requestOf([merchant], { chain: chainBody(chain) }));
    await putInStatus(server, id, 'INFORMATION_REQUIRED');
    const corrected = await onboard(server, requestOf([merchant], { chain: chainBody(chain, { groupCode: 'G2' }) }));
    expect(corrected.status, corrected.text).toBe(202);
    const [row] = await server.db.sql<{ record: string }>('select record from merchant_chains where chain_id = $1', [
      chain,
    ]);
    expect(JSON.parse(row!.record)).toMatchObject({ groupCode: 'G2' });
  });

  it('cannot change a chain that other merchants share', async () => {
    const [one, other, chain] = [newId('M'), newId('M'), newId('C')];
    await onboard(server, requestOf([merchantBody(one), merchantBody(other)], { chain: chainBody(chain) }));
    await putInStatus(server, one, 'INFORMATION_REQUIRED');
    const changed = await onboard(
      server,
      requestOf([merchantBody(one)], { chain: chainBody(chain, { groupCode: 'G2' }) }),
    );
    expect(findingsOf(changed)).toEqual(['405 payload.applications[0].chain.chainId']);
    const same = await onboard(server, requestOf([merchantBody(one)], { chain: chainBody(chain) }));
    expect(same.status, same.text).toBe(202);
  });
});

describe('chains of merchants', () => {
  it('are created with their first merchants, and later requests refer to them', async () => {
    const [first, second, chain] = [newId('M'), newId('M'), newId('C')];
    expect((await onboard(server, requestOf([merchantBody(first)], { chain: chainBody(chain) }))).status).toBe(202);
    const again = await onboard(server, requestOf([merchantBody(second)], { chain: chainBody(chain) }));
    expect(findingsOf(again)).toEqual(['405 payload.applications[0].chain.chainId']);
    const named = await onboard(
      server,
      requestOf([merchantBody(second)], { Chain: chainBody(chain, { alreadyExist: true }) }),
    );
    expect(named.status, named.text).toBe(202);
    expect(named.json.warnings).toEqual([{ path: 'payload.applications[0].Chain', rule: 'other-key' }]);
    expect((await readMerchantOf(server, second)).json.chainId).toBe(chain);
  });

  it('may appear twice in a request if they are equal, and are refused if they differ', async () => {
    const chain = newId('C');
    const bringing = (more: Record<string, unknown>[]) => ({
      requestId: newId('R'),
      payload: {
        applications: more.map((each) => ({ merchants: [merchantBody(newId('M'))], chain: chainBody(chain, each) })),
      },
    });
    const differing = await onboard(server, bringing([{}, { groupCode: 'G2' }]));
    expect(findingsOf(differing)).toEqual(['106 payload.applications[1].chain.chainId']);
    const same = await onboard(server, bringing([{}, {}, { alreadyExist: true }]));
    expect(same.status, same.text).toBe(202);
  });

  it('name the organization of an NGO, even if they were created earlier', async () => {
    const chain = newId('C');
    const user = { firstName: 'A', lastName: 'B', email: 'a@b.example' };
    const ngo = (id: string) => merchantBody(id, { services: [{ serviceType: 'NGO', organizationName: 'Own', user }] });
    const [first, second, third, fourth] = [newId('M'), newId('M'), newId('M'), newId('M')];
    const organizationName = 'Souk Foundation';
    await onboard(server, requestOf([ngo(first)], { chain: chainBody(chain, { organizationName }) }));
    await onboard(server, requestOf([ngo(second)], { chain: chainBody(chain, { alreadyExist: true }) }));
    const other = { alreadyExist: true, organizationName: 'Another Foundation' };
    await onboard(server, requestOf([ngo(third)], { chain: chainBody(chain, other) }));
    const nameless = chainBody(newId('C'), { organizationName: '', chainName: 'Souk Group' });
    await onboard(server, requestOf([ngo(fourth)], { chain: nameless }));
    const names = await Promise.all(
      [first, second, third, fourth].map(async (id) => (await readMerchantOf(server, id)).json.resolved.services[0]),
    );
    expect(names.map((service) => service.organizationName)).toEqual([
      'Souk Foundation',
      'Souk Foundation',
      'Another Foundation',
      'Souk Group',
    ]);
  });
});
