import { beforeAll, describe, expect, it } from 'vitest';
import {
  amend,
  approveNoAmendments,
  boardMerchant,
  boardMerchants,
  chainBody,
  findingsOf,
  merchantBody,
  newId,
  onboard,
  ownFindingsOf,
  readMerchantOf,
  requestOf,
  terminalBody,
} from '../../../testing/merchants/merchants.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await approveNoAmendments(server);
});

const boarded = (more: Record<string, unknown> = {}, request: Record<string, unknown> = {}) =>
  boardMerchant(server, more, request);

async function changesOf(id: string): Promise<unknown[]> {
  return (await readMerchantOf(server, id)).json.versions[0].changes;
}

const AT = 'payload.applications[0].merchants[0]';
const ADDRESSES = [
  { addressType: 'STMT_ADDR', name: 'New', countryCode: 'ARE', city: 'Ajman', postalCode: '1', email: 'a@b.example' },
];
const FEES = [{ feeTypeName: 'TRANS_FEE', reOccurrenceFrequency: 'DAILY', feeValue: '0.50' }];
const SCHEMES = [
  { cardScheme: 'AAA', tariffRate: '1.10' },
  { cardScheme: 'BBB', acceptedCardModes: [{ modeName: 'MANUAL', rate: '2' }] },
];

describe('the version that an amendment makes', () => {
  it('has the changes of MERCHANT_NAME', async () => {
    const id = await boarded();
    const answer = await amend(server, id, ['MERCHANT_NAME'], {
      merchantName: 'Bazaar',
      merchantType: 'ECOM',
      website: 'https://bazaar.example',
    });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.json.applications).toEqual([
      {
        applicationId: expect.any(String),
        merchants: [
          {
            merchantId: id,
            status: 'BOARDED',
            merchantState: 'ACTIVE',
            amendments: ['MERCHANT_NAME'],
            version: 2,
            warnings: [],
          },
        ],
      },
    ]);
    const { json } = await readMerchantOf(server, id);
    expect(json.merchantName).toBe('Bazaar');
    expect(json.merchant).toMatchObject({
      merchantName: 'Bazaar',
      legalName: 'Souk Trading LLC',
      merchantType: 'ECOM',
    });
    expect(json.versions).toEqual([
      {
        version: 2,
        at: '2026-11-20T08:00:00.000Z',
        by: 'demo-acquirer',
        requestId: answer.json.requestId,
        amendments: ['MERCHANT_NAME'],
        changes: [
          { path: 'merchantName', from: 'Souk Trading', to: 'Bazaar' },
          { path: 'merchantType', from: 'POS', to: 'ECOM' },
          { path: 'website', from: null, to: 'https://bazaar.example' },
        ],
      },
      expect.objectContaining({ version: 1, amendments: [], changes: [] }),
    ]);
  });

  it('has the changes of LINKED_CHAIN', async () => {
    const chain = newId('C');
    await boardMerchants(server, [merchantBody(newId('M'))], { chain: chainBody(chain) });
    const id = await boarded();
    expect((await amend(server, id, ['LINKED_CHAIN'], { chain: { chainId: chain } })).status).toBe(202);
    expect(await changesOf(id)).toEqual([{ path: 'chain.chainId', from: null, to: chain }]);
    const { json } = await readMerchantOf(server, id);
    expect(json.chainId).toBe(chain);
    expect(json.merchant).not.toHaveProperty('chain');
  });

  it('has the changes of LINKED_CHAIN to a chain that the request creates', async () => {
    const [id, chain] = [await boarded(), newId('C')];
    const linked = await onboard(
      server,
      requestOf([{ merchantId: id, amendmentList: ['LINKED_CHAIN'] }], { chain: chainBody(chain) }),
    );
    expect(linked.status, linked.text).toBe(202);
    expect((await readMerchantOf(server, id)).json.chainId).toBe(chain);
  });

  it('has the changes of MCC', async () => {
    const id = await boarded();
    await amend(server, id, ['MCC'], { mmc: '5999' });
    expect(await changesOf(id)).toEqual([{ path: 'mcc', from: '5411', to: '5999' }]);
  });

  it('has the changes of SCHEMES_OVERRIDING, merged by cardScheme', async () => {
    const configurations = {
      ...(merchantBody('x').configurations as object),
      acceptedCardSchemes: [
        { cardScheme: 'AAA', tariffRate: '1.10' },
        { cardScheme: 'BBB', tariffRate: '1.20' },
      ],
    };
    const id = await boarded({ configurations });
    const override = (cardScheme: string) => ({ cardScheme, schemeOverrideValue: { dbaName: 'DBA', mcc: 5999 } });
    const one = await amend(server, id, ['SCHEMES_OVERRIDING'], {
      configurations: { overrideDefaultSchemesMcc: true, acceptedCardSchemes: [override('BBB')] },
    });
    expect(findingsOf(one)).toEqual([`103 ${AT}.configurations.acceptedCardSchemes`]);
    const unknown = await amend(server, id, ['SCHEMES_OVERRIDING'], {
      overrideDefaultSchemesMcc: true,
      acceptedCardSchemes: [override('AAA'), override('BBB'), override('CCC')],
    });
    expect(findingsOf(unknown)).toEqual([`106 ${AT}.acceptedCardSchemes[2].cardScheme`]);
    const both = await amend(server, id, ['SCHEMES_OVERRIDING'], {
      configurations: { overrideDefaultSchemesMcc: true, acceptedCardSchemes: [override('BBB'), override('AAA')] },
    });
    expect(both.status, both.text).toBe(202);
    const value = { dbaName: 'DBA', mcc: 5999 };
    expect(await changesOf(id)).toEqual([
      { path: 'configurations.acceptedCardSchemes[0].schemeOverrideValue', from: null, to: value },
      { path: 'configurations.acceptedCardSchemes[1].schemeOverrideValue', from: null, to: value },
      { path: 'configurations.overrideDefaultSchemesMcc', from: null, to: true },
    ]);
    const another = await amend(server, id, ['ACCEPTED_CARDS'], {
      merchantCurrency: 'AED',
      configurations: { acceptedCardSchemes: [{ cardScheme: 'AAA', tariffRate: '1' }] },
    });
    expect(ownFindingsOf(another)).toEqual([`103 ${AT}.configurations.acceptedCardSchemes[0].schemeOverrideValue`]);
  });

  it('has no changed rate after SCHEMES_OVERRIDING', async () => {
    const id = await boarded();
    const answer = await amend(server, id, ['SCHEMES_OVERRIDING'], {
      overrideDefaultSchemesMcc: false,
      acceptedCardSchemes: [{ cardScheme: 'AAA', tariffRate: '9', schemeOverrideValue: { dbaName: 'DBA', mcc: 5999 } }],
    });
    expect(findingsOf(answer)).toEqual([`106 ${AT}.acceptedCardSchemes[0].tariffRate`]);
    const errors = answer.json.errors as { action: string }[];
    expect(errors[0]!.action).toBe('remove acceptedCardSchemes[0].tariffRate, or add ACCEPTED_CARDS to the amendments');
  });

  it('has the changes of ADDRESS', async () => {
    const id = await boarded();
    await amend(server, id, ['ADDRESS'], { addresses: ADDRESSES });
    expect(await changesOf(id)).toEqual([
      { path: 'addresses[0].name', from: 'Souk Trading', to: 'New' },
      { path: 'addresses[0].city', from: 'Dubai', to: 'Ajman' },
      { path: 'addresses[0].postalCode', from: '00000', to: '1' },
      { path: 'addresses[0].email', from: 'owner@souk.example', to: 'a@b.example' },
      { path: 'addresses[0].addressType', from: null, to: 'STMT_ADDR' },
    ]);
  });

  it('has only the schemes of ACCEPTED_CARDS', async () => {
    const id = await boarded();
    const configurations = { acceptedCardSchemes: SCHEMES, refundControlValue: 'R' };
    const answer = await amend(server, id, ['ACCEPTED_CARDS'], { merchantCurrency: 'EUR', configurations });
    expect(answer.status, answer.text).toBe(202);
    expect(await changesOf(id)).toEqual([
      { path: 'merchantCurrency', from: 'AED', to: 'EUR' },
      { path: 'configurations.acceptedCardSchemes[1]', from: null, to: SCHEMES[1] },
      { path: 'configurations.refundControlValue', from: null, to: 'R' },
    ]);
    const { resolved } = (await readMerchantOf(server, id)).json;
    expect(resolved.acceptedCardSchemes).toMatchObject([{ pricing: 'SIMPLE' }, { pricing: 'COMPLEX' }]);
  });

  it('has the FEES that are sent next to the merchant’s id, exact to the digit', async () => {
    const id = await boarded();
    const text = JSON.stringify(requestOf([{ merchantId: id, amendmentList: ['FEES'], fees: FEES }]));
    const answer = await onboard(server, text.replace('"0.50"', '0.50'));
    expect(answer.status, answer.text).toBe(202);
    const stored = (await readMerchantOf(server, id)).text;
    expect(stored).toContain('{"path":"configurations.fees[0].feeValue","from":25,"to":0.50}');
    expect(stored).toContain('"feeValue":0.50}]');
  });

  it('has the newly resolved services of SERVICES', async () => {
    const id = await boarded();
    const user = { firstName: 'A', lastName: 'B', email: 'a@b.example' };
    const services = [{ serviceType: 'NGO', user }];
    await amend(server, id, ['SERVICES'], { services });
    expect(await changesOf(id)).toEqual([{ path: 'services', from: null, to: services }]);
    const { resolved } = (await readMerchantOf(server, id)).json;
    expect(resolved.services[0]).toMatchObject({ organizationName: 'Souk Trading', currencyLimits: { AED: 0 } });
  });

  it('has the appended terminals of ADDING_TERMINALS, whose ids are unique', async () => {
    const [first, second] = [newId('T'), newId('T')];
    const id = await boarded({ terminals: [terminalBody(first)] });
    const again = await amend(server, id, ['ADDING_TERMINALS'], { terminals: [terminalBody(first)] });
    expect(findingsOf(again)).toEqual([`406 ${AT}.terminals[0].terminalId`]);
    await amend(server, id, ['ADDING_TERMINALS'], { terminals: [terminalBody(second)] });
    expect(await changesOf(id)).toEqual([{ path: 'terminals[1]', from: null, to: terminalBody(second) }]);
    const other = await onboard(server, requestOf([merchantBody(newId('M'), { terminals: [terminalBody(second)] })]));
    expect(findingsOf(other)).toEqual([`406 ${AT}.terminals[0].terminalId`]);
  });

  it('has the state of HOLD, RELEASE or CLOSURE, which is notified', async () => {
    const id = await boarded();
    for (const type of ['HOLD', 'RELEASE', 'CLOSURE']) expect((await amend(server, id, [type])).status).toBe(202);
    const { json } = await readMerchantOf(server, id);
    expect(json).toMatchObject({ status: 'BOARDED', merchantState: 'CLOSED', version: 4 });
    expect(json.versions.map(({ changes }: { changes: unknown[] }) => changes)).toEqual([
      [{ path: 'merchantState', from: 'ACTIVE', to: 'CLOSED' }],
      [{ path: 'merchantState', from: 'ON_HOLD', to: 'ACTIVE' }],
      [{ path: 'merchantState', from: 'ACTIVE', to: 'ON_HOLD' }],
      [],
    ]);
    const events = await server.db.sql(
      'select sequence, from_state, to_state from merchant_events where merchant_id = $1 order by sequence',
      [id],
    );
    expect(events.slice(1)).toEqual([
      { sequence: 2, from_state: 'ACTIVE', to_state: 'ON_HOLD' },
      { sequence: 3, from_state: 'ON_HOLD', to_state: 'ACTIVE' },
      { sequence: 4, from_state: 'ACTIVE', to_state: 'CLOSED' },
    ]);
    const refused = await amend(server, id, ['RELEASE']);
    expect(refused.status).toBe(409);
    expect(findingsOf(refused)).toEqual([`420 ${AT}.merchantId`]);
  });
});

describe('amendments', () => {
  it('make one version, one audit row and one event for several types', async () => {
    const id = await boarded();
    const answer = await onboard(server, {
      requestId: newId('R'),
      payload: {
        applications: [
          'MCC',
          'ADDRESS',
          {
            merchants: [
              { merchantId: id, mcc: '5999', addresses: ADDRESSES, amendmentList: ['HOLD', 'FEES', 'MCC'], fees: FEES },
            ],
          },
        ],
      },
    });
    expect(answer.status, answer.text).toBe(202);
    const { json } = await readMerchantOf(server, id);
    expect(json).toMatchObject({ version: 2, merchantState: 'ON_HOLD', merchant: { mcc: '5999' } });
    expect(json.versions[0].amendments).toEqual(['MCC', 'ADDRESS', 'FEES', 'HOLD']);
    const audit = await server.db.sql(`select * from audit_log where subject = $1 and outcome = 'amended'`, [
      `merchant:${id}`,
    ]);
    expect(audit).toMatchObject([
      { bank_id: 'acquirer:DEMO', details: { types: ['MCC', 'ADDRESS', 'FEES', 'HOLD'], version: 2 } },
    ]);
  });

  it('of a held merchant need RELEASE with any other types, or only CLOSURE', async () => {
    const id = await boarded();
    await amend(server, id, ['HOLD']);
    const statuses = [];
    for (const types of [['MCC'], ['MCC', 'HOLD'], ['MCC', 'CLOSURE']]) {
      const answer = await amend(server, id, types, { mcc: '5999' });
      statuses.push([answer.status, findingsOf(answer)[0]]);
    }
    expect(statuses).toEqual(Array(3).fill([409, `420 ${AT}.merchantId`]));
    const released = await amend(server, id, ['MCC', 'RELEASE'], { mcc: '5999' });
    expect(released.status, released.text).toBe(202);
    expect(await changesOf(id)).toEqual([
      { path: 'mcc', from: '5411', to: '5999' },
      { path: 'merchantState', from: 'ON_HOLD', to: 'ACTIVE' },
    ]);
  });

  it('may contain an unchanged field only with its boarded value', async () => {
    const id = await boarded();
    const same = { merchantName: 'Souk Trading', kyc: true, addresses: merchantBody('x').addresses };
    expect((await amend(server, id, ['MCC'], { mcc: '5999', ...same })).status).toBe(202);
    const other = await amend(server, id, ['MCC'], {
      mcc: '5999',
      trn: '100000000000009',
      merchantCurrency: 'EUR',
      configurations: { fees: FEES, commissionSettlement: 'M1' },
      terminals: [terminalBody(newId('T'))],
      chain: { chainId: newId('C') },
    });
    expect(other.status).toBe(400);
    expect(findingsOf(other).sort()).toEqual(
      [
        `106 ${AT}.trn`,
        `106 ${AT}.merchantCurrency`,
        `106 ${AT}.configurations.fees`,
        `106 ${AT}.configurations.commissionSettlement`,
        `106 ${AT}.terminals`,
        `106 ${AT}.chain`,
        `306 ${AT}.chain.chainId`,
      ].sort(),
    );
    const actions = Object.fromEntries(
      (other.json.errors as { path: string; action: string }[]).map(({ path, action }) => [path, action]),
    );
    expect(actions[`${AT}.trn`]).toBe('remove trn, as no amendment changes it');
    expect(actions[`${AT}.configurations.fees`]).toBe('remove configurations.fees, or add FEES to the amendments');
    expect((await readMerchantOf(server, id)).json.version).toBe(2);
  });

  it('are refused with a chain to which none of them links', async () => {
    const id = await boarded();
    const answer = await onboard(
      server,
      requestOf([{ merchantId: id, amendmentList: ['HOLD'] }], { chain: chainBody(newId('C')) }),
    );
    expect(findingsOf(answer)).toEqual(['106 payload.applications[0].chain.chainId']);
  });

  it('can be sent with boardings, and either all or none are carried out', async () => {
    const [id, fresh] = [await boarded(), newId('M')];
    const hold = { merchantId: id, amendmentList: ['HOLD'] };
    const refused = await onboard(server, requestOf([hold, merchantBody(fresh, { kyc: 'yes' })]));
    expect(refused.status).toBe(400);
    expect((await readMerchantOf(server, id)).json.merchantState).toBe('ACTIVE');
    const taken = await onboard(server, requestOf([hold, merchantBody(fresh)]));
    expect(taken.status).toBe(202);
    expect((await readMerchantOf(server, id)).json.merchantState).toBe('ON_HOLD');
    expect((await readMerchantOf(server, fresh)).json.status).toBe('RECEIVED');
  });

  it('of hundreds of merchants are accepted in one request, and applied after the screening', async () => {
    const ids = Array.from({ length: 300 }, () => newId('MANY'));
    await boardMerchants(
      server,
      ids.map((id) => merchantBody(id)),
    );
    const answer = await onboard(
      server,
      requestOf(ids.map((merchantId) => ({ merchantId, mcc: '5999', amendmentList: ['MCC'] }))),
    );
    expect(answer.status, answer.text.slice(0, 500)).toBe(202);
    expect(answer.text.match(/"status":"SCREENING"/g)).toHaveLength(300);
    await server.server.screeningIdle();
    const [counted] = await server.db.sql(
      `select count(*)::int as versions, count(distinct m.merchant_id)::int as merchants
         from merchants m join merchant_versions v using (acquirer_id, merchant_id)
        where m.merchant_id = any($1) and m.mcc = '5999' and v.version = 2`,
      [ids],
    );
    expect(counted).toEqual({ versions: 300, merchants: 300 });
  });

  it('are listed as versions, newest first, page by page', async () => {
    const id = await boarded();
    for (const type of ['HOLD', 'RELEASE', 'HOLD']) await amend(server, id, [type]);
    const list = async (query: string) => {
      const url = `/V2/merchants/${id}/versions${query}`;
      const { json } = await server.request({ method: 'GET', url, as: 'demo-acquirer' });
      return json as unknown as { versions: { version: number }[]; next_cursor: string | null; error_code: string };
    };
    const first = await list('?limit=3');
    expect(first.versions.map(({ version }) => version)).toEqual([4, 3, 2]);
    const second = await list(`?limit=3&cursor=${first.next_cursor}`);
    expect(second.versions.map(({ version }) => version)).toEqual([1]);
    expect(second.next_cursor).toBeNull();
    expect((await list('?cursor=0')).error_code).toBe('106');
  });
});
