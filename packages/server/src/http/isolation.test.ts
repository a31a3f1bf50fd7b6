import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { OPERATIONS, type Operation, SCOPES } from '@cardwright/contract';
import { decodeJwt, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSigningKeys } from '../access/index.ts';
import { applyConfiguration } from '../configuration/apply-configuration.ts';
import type { Configuration } from '../configuration/configuration-schema.ts';
import { upsertInsuranceProgram } from '../insurance/index.ts';
import { DEMO_CONFIGURATION } from '../sandbox/index.ts';
import { type Ask, codeOf, merchantAsks, seen } from '../testing/asks.ts';
import { ACTIVE, changeInsurance, INSURANCE_HEADERS } from '../testing/insurance.ts';
import {
  authorize,
  cardBody,
  clientBody,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
  issueClient,
  luhnNumber,
} from '../testing/issued-cards.ts';
import { notification } from '../testing/notifications.ts';
import { askOf, asksNaming, envelopeBodyOf, sampleOf } from '../testing/sample-requests.ts';
import { type Answer, type TestServer, testServer } from '../testing/test-server.ts';
import { newToken, TOKEN_REASON } from '../testing/tokens.ts';
import { registerWebhook, webhooks } from '../testing/webhooks.ts';
import { openVault, readKeyFile } from '../vault/index.ts';

const HEADER = {
  msg_id: 'ISOLATION001',
  msg_type: 'TRANSACTION',
  src_application: 'IB',
  target_application: 'CARDWRIGHT',
  timestamp: '20/11/2026 12:00:00',
  tracking_id: 'TRACK-77',
  bank_id: 'DEMO',
  instance_id: 'I1',
};

/** Keys and functions of the envelope operations, as the interface lists them; the response key's name where it differs. */
const ENVELOPES: Record<string, [name: string, response: string, responseName?: string]> = {
  'clients.create-client': ['client_create', 'REP_GENERIC_CUSTOMER_DETAILS'],
  'accounts.create-account': ['account_create', 'REP_ACCOUNT_CREATE'],
  'accounts.post-transaction': ['account_transaction', 'REP_ACCOUNT_TRANSACTION'],
  'accounts.enquire-balance': ['account_balance_enquiry', 'REP_ACCOUNT_BALANCE_ENQUIRY'],
  'cards.create-card': ['card_create', 'REP_CARD_CREATE'],
  'cards.enquire-card': ['card_details', 'REP_CARD_DETAILS'],
  'cards.change-status': ['card_status_change', 'REP_CARD_STATUS_CHANGE'],
  'card-settings.update-settings': ['updatecardsettings_accountlegacy', 'REP_UPDATE_CARDSET_ACCNTLEGACY'],
  'card-settings.get-settings': ['getcardsettings_accountlegacy', 'REP_GET_CARDSET_ACCNTLEGACY'],
  'restrictions.set-restriction': [
    'enable_disable_restriction',
    'REP_ENABLE_DISABLE_RESTRICTION',
    'get_restriction_usage_details',
  ],
  'restrictions.enquire-restrictions': ['get_restriction_usage_details', 'REP_GET_RESTRICTION_USAGE_DETAILS'],
};

/** Those of an operation that is not in the table above are the contract's own. */
function envelopeNamesOf(id: string): [name: string, response: string, responseName?: string] | undefined {
  const contract = operation(id);
  if (contract.surface !== 'envelope') return undefined;
  const { requestKey, responseKey, responseFunction } = contract;
  return ENVELOPES[id] ?? [requestKey.replace('request_', ''), responseFunction, responseKey.replace('response_', '')];
}

function operation(id: string): Operation {
  return OPERATIONS.find((candidate) => candidate.id === id) as Operation;
}

function envelope(id: string, body: unknown, header: object = {}, path?: string): Ask {
  const contract = operation(id);
  if (contract.surface !== 'envelope') throw new Error(`${id} is no envelope operation`);
  const full = { ...HEADER, msg_function: contract.requestFunction, ...header };
  const payload = { GwSrvRequest: { [`request_${envelopeNamesOf(id)?.[0]}`]: { header: full, body } } };
  // the card settings answer the request id in their body
  return { method: 'POST', url: path ?? `/V2${contract.path}`, payload, headers: { 'x-request-id': 'isolation' } };
}

function accountBody(customerId: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const account = { customer_id: customerId, branch_code: '001', product_code: 'DEBIT-CLASSIC', currency: 'AED' };
  return { customer_id: customerId, card_type: 'DEBIT', account: { ...account, ...more } };
}

function accountName(accountNumber: string): Record<string, unknown> {
  return { account_identifier_id: accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
}

function creditBody(accountNumber: string): Record<string, unknown> {
  const money = { transaction_code: 'CREDIT', amount: '1.00', currency: 'AED' };
  const transaction = { ...money, transaction_date: '2026-11-20', transaction_ref_number: 'REF' };
  return { ...accountName(accountNumber), transaction };
}

function cardName(id: string, type: string): Record<string, unknown> {
  return { card_identifier_id: id, card_identifier_type: type };
}

function ecommerce(fields: Record<string, unknown>): Ask {
  const card = { cardNumber: '4000001234567899', expiry: '3012' };
  const same = { Retrieval_Reference_Number: '700000000001', System_Trace_Audit_Number: '700001' };
  return {
    method: 'POST',
    url: '/V2/authorizations/Ecommerce',
    payload: ecommerceMessage(card, { ...same, ...fields }),
  };
}

function insuranceAsk(method: Ask['method'], path: string, payload?: object): Ask {
  return { method, url: `/V2${path}`, headers: INSURANCE_HEADERS, ...(payload !== undefined && { payload }) };
}

/** Path and query that name a card as the body of an envelope does. */
function cardPath(name: Record<string, unknown>, rest: string): string {
  const type = encodeURIComponent(String(name.card_identifier_type));
  return `/cards/${name.card_identifier_id}/insurances${rest}?card_identify_type=${type}`;
}

function ending(kind: 'reversal' | 'completion', reference: string): Ask {
  return { method: 'POST', url: `/V2/authorizations/${reference}/${kind}`, payload: {} };
}

function notificationAsk(id: string): Ask {
  return { method: 'POST', url: '/V2/webhook/TokenNotification', payload: notification('TC', { id }) };
}

function preview(cardNumber: string): Ask {
  const { payload: message } = ecommerce({ CARD_NUMBER: cardNumber });
  return { method: 'POST', url: '/V2/authorizations/preview', payload: { message } };
}

function backtest(accountNumber: string): Ask {
  return { method: 'POST', url: `/V2/accounts/${accountNumber}/backtest`, payload: {} };
}

function provisionAsk(name: Record<string, unknown>): Ask {
  const token = { requestor_id: '4001003027', requestor_name: 'Example Pay', device_type: 'PHONE' };
  return { method: 'POST', url: '/V2/tokens', payload: { ...name, ...token, activation: 'NONE', ...TOKEN_REASON } };
}

function listTokensAsk(name: Record<string, unknown>): Ask {
  return { method: 'GET', url: `/V2/tokens?${new URLSearchParams(name as Record<string, string>)}` };
}

/** Requests about one webhook endpoint. */
const ENDPOINT_ASKS: Record<string, Pick<Ask, 'method' | 'payload'> & { path: string }> = {
  'webhooks.read-endpoint': { method: 'GET', path: '' },
  'webhooks.change-endpoint': { method: 'PATCH', path: '', payload: { state: 'ACTIVE' } },
  'webhooks.rotate-secret': { method: 'POST', path: '/rotate-secret', payload: {} },
  'webhooks.test-endpoint': { method: 'POST', path: '/test', payload: {} },
  'webhooks.list-attempts': { method: 'GET', path: '/attempts' },
  'webhooks.list-messages': { method: 'GET', path: '/messages' },
  'webhooks.replay-messages': { method: 'POST', path: '/replay', payload: { since: '2026-01-01T00:00:00Z' } },
};

function endpointAsk(id: string, endpointId: string): Ask {
  const { path, ...ask } = ENDPOINT_ASKS[id]!;
  return { ...ask, url: `/V2/webhook-endpoints/${endpointId}${path}` };
}

function tokenAsk(reference: string, action?: string): Ask {
  const url = `/V2/tokens/${reference}`;
  if (action === undefined) return { method: 'GET', url };
  const code = action === 'activate' ? { activation_code: '123456' } : {};
  return { method: 'POST', url: `${url}/${action}`, payload: { ...code, ...TOKEN_REASON } };
}

const TOKEN_ACTIONS: Record<string, string | undefined> = {
  'tokens.read-token': undefined,
  'tokens.issue-activation-code': 'activation-code',
  'tokens.activate-token': 'activate',
  'tokens.suspend-token': 'suspend',
  'tokens.resume-token': 'resume',
  'tokens.deactivate-token': 'deactivate',
  'tokens.delete-token': 'delete',
};

const NO_TOKEN = '00000000-0000-4000-8000-000000000000';
const NO_ENDPOINT = '00000000-0000-4000-8000-000000000000';
const NO_CUSTOMER = 'NOBODY-000001';
const NEW_CUSTOMER = 'NOBODY-000002';
const NO_ACCOUNT = '002999999999';
const NO_EXID = '9999999999999999990';
const NO_REFERENCE = '999999999999';
const othersNotification = randomUUID();

let server: TestServer;
let own: IssuedCard;
let others: IssuedCard;
let othersReference: string;
let othersToken: string;
let othersEndpoint: string;
/** A client of the other bank, whose number this bank also uses for one of its clients. */
let othersCustomer: string;
/** An unused number under the other bank's BIN. */
let nobodys: string;

const mask = (number: string) => `${number.slice(0, 6)}XXXXXX${number.slice(-4)}`;

/**
 * Requests of demo-bank about the other bank's data, the same about data that does not exist, and the code that both
 * get.
 */
const FOREIGN: Record<string, () => [what: string, foreign: Ask, missing: Ask, code: string][]> = {
  'clients.create-client': () => [
    // the other bank having this customer is no obstacle
    ['customer', createClientAsk(othersCustomer), createClientAsk(NEW_CUSTOMER), '000'],
  ],
  'accounts.create-account': () => {
    const ask = (body: unknown) => envelope('accounts.create-account', body);
    const product = (code: string) => ask(accountBody(own.customerId, { product_code: code }));
    return [
      ['customer', ask(accountBody(others.customerId)), ask(accountBody(NO_CUSTOMER)), '301'],
      ['product', product('OTHER-DEBIT'), product('NO-PRODUCT'), '106'],
    ];
  },
  'accounts.post-transaction': () => {
    const ask = (accountNumber: string) => envelope('accounts.post-transaction', creditBody(accountNumber));
    return [['account', ask(others.accountNumber), ask(NO_ACCOUNT), '302']];
  },
  'accounts.enquire-balance': () => {
    const ask = (accountNumber: string) => envelope('accounts.enquire-balance', accountName(accountNumber));
    return [['account', ask(others.accountNumber), ask(NO_ACCOUNT), '302']];
  },
  'cards.create-card': () => {
    const ask = (account: { customerId: string; accountNumber: string }, card = {}) =>
      envelope('cards.create-card', cardBody(account, card));
    const holder = (customerId: string) => ask(own, { customer_id: customerId, card_role: 'S' });
    const inAccount = (accountNumber: string) => ask({ customerId: own.customerId, accountNumber });
    return [
      ['customer and account', ask(others), ask({ customerId: NO_CUSTOMER, accountNumber: NO_ACCOUNT }), '301'],
      ['account', inAccount(others.accountNumber), inAccount(NO_ACCOUNT), '302'],
      ['cardholder', holder(others.customerId), holder(NO_CUSTOMER), '301'],
      ['product', ask(own, { product_code: 'OTHER-DEBIT' }), ask(own, { product_code: 'NO-PRODUCT' }), '106'],
    ];
  },
  'cards.enquire-card': () => cardIdentifiers((name) => envelope('cards.enquire-card', name)),
  'cards.change-status': () =>
    cardIdentifiers((name) =>
      envelope('cards.change-status', { ...name, status: { type: 'card_status', value: 'BLOCKED' } }),
    ),
  'card-settings.update-settings': () =>
    accountNumbers((accountNumber) =>
      envelope('card-settings.update-settings', { accountNumber, cardSettings: { masterStatus: 'OFF' } }),
    ),
  'card-settings.get-settings': () =>
    accountNumbers((accountNumber) => envelope('card-settings.get-settings', { accountNumber })),
  'restrictions.set-restriction': () =>
    cardIdentifiers((name) =>
      envelope('restrictions.set-restriction', { ...name, restriction: { restriction_type: 'ATM' } }),
    ),
  'restrictions.enquire-restrictions': () =>
    cardIdentifiers((name) => envelope('restrictions.enquire-restrictions', name)),
  'insurance.list-programs': () => cardIdentifiers((name) => insuranceAsk('GET', cardPath(name, ''))),
  'insurance.read-program': () => cardIdentifiers((name) => insuranceAsk('GET', cardPath(name, '/01'))),
  'insurance.list-programs-by-number': () => {
    const ask = (card_number: string) => insuranceAsk('POST', '/cards_pan/insurances', { card_number });
    return [
      ['full number', ask(others.cardNumber), ask(nobodys), '303'],
      ['masked number', ask(others.masked), ask(mask(nobodys)), '303'],
    ];
  },
  'insurance.change-program': () =>
    cardIdentifiers((name) => insuranceAsk('PATCH', cardPath(name, '/01'), { is_active: 'ACTIVE' })),
  'authorization.authorize-ecommerce': () => {
    const full = [ecommerce({ CARD_NUMBER: others.cardNumber }), ecommerce({ CARD_NUMBER: nobodys })] as const;
    const masked = full.map((ask) => {
      const number = (ask.payload as { CARD_NUMBER: string }).CARD_NUMBER;
      return ecommerce({ CARD_NUMBER: mask(number) });
    }) as [Ask, Ask];
    return [
      ['full number', ...full, '14'],
      ['masked number', ...masked, '14'],
      ['number, wrong expiry', ecommerce({ CARD_NUMBER: others.cardNumber, Card_Expiry_Date: '3111' }), full[1], '14'],
    ];
  },
  'authorization.read-authorization': () => {
    const ask = (reference: string): Ask => ({ method: 'GET', url: `/V2/authorizations/${reference}` });
    return [['reference', ask(othersReference), ask(NO_REFERENCE), '311']];
  },
  'authorization.reverse-authorization': () => [
    ['reference', ending('reversal', othersReference), ending('reversal', NO_REFERENCE), '311'],
  ],
  'authorization.complete-authorization': () => [
    ['reference', ending('completion', othersReference), ending('completion', NO_REFERENCE), '311'],
  ],
  'authorization.preview-authorization': () => [
    // a decision like any other, about an unknown number
    ['full number', preview(others.cardNumber), preview(nobodys), '000'],
    ['masked number', preview(mask(others.cardNumber)), preview(mask(nobodys)), '000'],
  ],
  'authorization.backtest-account': () => [['account', backtest(others.accountNumber), backtest(NO_ACCOUNT), '302']],
  'tokens.provision-token': () => cardIdentifiers(provisionAsk),
  'tokens.list-tokens': () => [
    // a full number is never allowed in a URL
    ...cardIdentifiers(listTokensAsk).filter(([what]) => !what.endsWith(others.cardNumber)),
    ...['CONTRACT_NUMBER', 'CONTRACT_NUMBER/EXID'].map((type): [string, Ask, Ask, string] => [
      `${type}, full`,
      listTokensAsk(cardName(others.cardNumber, type)),
      listTokensAsk(cardName(nobodys, type)),
      '106',
    ]),
  ],
  ...Object.fromEntries(
    Object.entries(TOKEN_ACTIONS).map(([id, action]) => [
      id,
      (): [string, Ask, Ask, string][] => [
        ['reference', tokenAsk(othersToken, action), tokenAsk(NO_TOKEN, action), '307'],
      ],
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(ENDPOINT_ASKS).map((id) => [
      id,
      () => [['endpoint', endpointAsk(id, othersEndpoint), endpointAsk(id, NO_ENDPOINT), '312']],
    ]),
  ),
  'receiver.receive-token-notification': () => [
    // the other bank having a notification with this id is no obstacle
    ['notification', notificationAsk(othersNotification), notificationAsk(randomUUID()), '00'],
  ],
  // these refer to nothing of others: they have separate tests
  'receiver.list-notifications': () => [],
  'webhooks.register-endpoint': () => [],
  'webhooks.list-endpoints': () => [],
  'access.list-contract-warnings': () => [],
};

/** For an operation without a case above: its published example, about the other bank's data and about no data. */
function namingOthers(id: string): [what: string, foreign: Ask, missing: Ask, code: string][] {
  const exid = { card_identifier_type: 'EXID' };
  return asksNaming(id, [
    ['303', { ...exid, card_identifier_id: others.exid }, { ...exid, card_identifier_id: NO_EXID }],
    ['303', { card_number: others.masked }, { card_number: mask(nobodys) }],
    ['303', { accountNumber: others.masked }, { accountNumber: mask(nobodys) }],
    ['302', { account_identifier_id: others.accountNumber }, { account_identifier_id: NO_ACCOUNT }],
    ['302', { account_number: others.accountNumber }, { account_number: NO_ACCOUNT }],
    ['301', { customer_id: others.customerId }, { customer_id: NO_CUSTOMER }],
    ['311', { Retrieval_Reference_Number: othersReference }, { Retrieval_Reference_Number: NO_REFERENCE }],
    ['307', { token_reference: othersToken }, { token_reference: NO_TOKEN }],
    ['312', { endpoint_id: othersEndpoint }, { endpoint_id: NO_ENDPOINT }],
  ]);
}

function createClientAsk(customerId: string): Ask {
  return envelope('clients.create-client', clientBody(customerId), { msg_id: `NEW${customerId.slice(-9)}` });
}

function cardIdentifiers(ask: (name: Record<string, unknown>) => Ask): [string, Ask, Ask, string][] {
  const pair = (type: string, foreign: string, missing: string): [string, Ask, Ask, string] => [
    `${type} ${foreign}`,
    ask(cardName(foreign, type)),
    ask(cardName(missing, type)),
    '303',
  ];
  return [
    pair('EXID', others.exid, NO_EXID),
    pair('CONTRACT_NUMBER', others.cardNumber, nobodys),
    pair('CONTRACT_NUMBER', others.masked, mask(nobodys)),
    pair('CONTRACT_NUMBER/EXID', others.exid, NO_EXID),
    pair('CONTRACT_NUMBER/EXID', others.cardNumber, nobodys),
  ];
}

/** The number of a card, full and masked in the four ways that card settings take. */
function accountNumbers(ask: (number: string) => Ask): [string, Ask, Ask, string][] {
  const visible = [
    [16, 0],
    [6, 4],
    [5, 4],
    [6, 5],
    [5, 5],
  ] as const;
  return visible.map(([leading, trailing]) => {
    const write = (number: string) =>
      number.slice(0, leading) + 'X'.repeat(16 - leading - trailing) + number.slice(16 - trailing);
    return [`${leading} and ${trailing} digits`, ask(write(others.cardNumber)), ask(write(nobodys)), '303'];
  });
}

/** A well-formed request of each operation by demo-bank. */
function anyAsk(id: string): Ask {
  const asks: Record<string, Ask> = {
    'clients.create-client': envelope('clients.create-client', clientBody(NO_CUSTOMER)),
    'accounts.create-account': envelope('accounts.create-account', accountBody(own.customerId)),
    'accounts.post-transaction': envelope('accounts.post-transaction', creditBody(own.accountNumber)),
    'accounts.enquire-balance': envelope('accounts.enquire-balance', accountName(own.accountNumber)),
    'cards.create-card': envelope('cards.create-card', cardBody(own)),
    'cards.enquire-card': envelope('cards.enquire-card', cardName(own.exid, 'EXID')),
    'cards.change-status': envelope('cards.change-status', {
      ...cardName(own.exid, 'EXID'),
      status: { type: 'card_status', value: 'ACTIVE' },
    }),
    'card-settings.update-settings': envelope('card-settings.update-settings', {
      accountNumber: own.cardNumber,
      cardSettings: { masterStatus: 'ON' },
    }),
    'card-settings.get-settings': envelope('card-settings.get-settings', {
      accountNumber: own.cardNumber,
    }),
    'restrictions.set-restriction': envelope('restrictions.set-restriction', {
      ...cardName(own.exid, 'EXID'),
      restriction: { restriction_type: 'ATM', isAllowed: true },
    }),
    'restrictions.enquire-restrictions': envelope('restrictions.enquire-restrictions', cardName(own.exid, 'EXID')),
    'insurance.list-programs': insuranceAsk('GET', `/cards/${own.exid}/insurances`),
    'insurance.read-program': insuranceAsk('GET', `/cards/${own.exid}/insurances/01`),
    'insurance.list-programs-by-number': insuranceAsk('POST', '/cards_pan/insurances', { card_number: own.cardNumber }),
    'insurance.change-program': insuranceAsk('PATCH', `/cards/${own.exid}/insurances/01`, { is_active: 'ACTIVE' }),
    'authorization.authorize-ecommerce': ecommerce({ CARD_NUMBER: own.cardNumber }),
    'authorization.read-authorization': { method: 'GET', url: `/V2/authorizations/${othersReference}` },
    'authorization.reverse-authorization': ending('reversal', othersReference),
    'authorization.complete-authorization': ending('completion', othersReference),
    'authorization.preview-authorization': preview(own.cardNumber),
    'authorization.backtest-account': backtest(own.accountNumber),
    'tokens.provision-token': provisionAsk(cardName(own.exid, 'EXID')),
    'tokens.list-tokens': listTokensAsk({}),
    'webhooks.register-endpoint': {
      method: 'POST',
      url: '/V2/webhook-endpoints',
      payload: { url: 'https://bank.example/' },
    },
    'webhooks.list-endpoints': { method: 'GET', url: '/V2/webhook-endpoints' },
    'receiver.receive-token-notification': notificationAsk(randomUUID()),
    'receiver.list-notifications': { method: 'GET', url: '/V2/webhook/TokenNotification' },
    'access.list-contract-warnings': { method: 'GET', url: '/V2/contract-warnings' },
  };
  if (id in ENDPOINT_ASKS) return endpointAsk(id, othersEndpoint);
  if (id in OF_MERCHANTS) return OF_MERCHANTS[id]!;
  if (id in TOKEN_ACTIONS) return tokenAsk(othersToken, TOKEN_ACTIONS[id]);
  if (asks[id] !== undefined) return asks[id];
  const sample = sampleOf(id);
  return sample.operation.surface === 'envelope' ? envelope(id, envelopeBodyOf(sample)) : askOf(sample);
}

/** Merchants belong to acquirers: what keeps those apart is in isolation-of-acquirers.test.ts. */
const OF_MERCHANTS = merchantAsks({ merchantId: 'NOBODY', applicationId: NO_TOKEN, requestId: 'NOTHING' });
const IDS = OPERATIONS.map(({ id }) => id);
const IDS_OF_BANKS = IDS.filter((id) => !id.startsWith('merchants.'));
const ENVELOPE_IDS = IDS.filter((id) => operation(id).surface === 'envelope');

beforeAll(async () => {
  server = await testServer();
  own = await issueCard(server);
  others = await issueCard(server, { as: 'other-bank' });
  othersCustomer = await issueClient(server, 'other-bank');
  nobodys = luhnNumber('420000');
  const money = { Currency_Code_Transaction: '978', Currency_Code_Cardholder_Billing: '978' };
  othersReference = '555000000001';
  const approved = await authorize(
    server,
    ecommerceMessage(others, { ...money, Retrieval_Reference_Number: othersReference, CARD_NUMBER: others.cardNumber }),
  );
  expect(approved.json.Action_Code).toBe('00');
  const oauth_clients: Configuration['oauth_clients'] = [
    { client_id: 'wide-bank', secret: 'wide-bank-secret', kind: 'bank', bank_id: 'DEMO', scopes: [...SCOPES] },
    { client_id: 'wide-network', secret: 'wide-network-secret', kind: 'network', scopes: [...SCOPES] },
    {
      client_id: 'wide-acquirer',
      secret: 'wide-acquirer-secret',
      kind: 'acquirer',
      acquirer_id: 'ACQ',
      scopes: [...SCOPES],
    },
  ];
  await applyConfiguration(server.db.database, { banks: [], oauth_clients }, { sandbox: true });
  await upsertInsuranceProgram(server.db.database, 'OTHR', DEMO_CONFIGURATION.banks[0]!.insurance_programs![0]!);
  expect((await changeInsurance(server, others.exid, '01', ACTIVE, { as: 'other-bank' })).status).toBe(200);
  const byCode = { activation: 'CODE', activation_pref: 'SMS' };
  othersToken = await newToken(server, others.exid, byCode, 'other-bank');
  othersEndpoint = (await registerWebhook(server, {}, 'other-bank')).id;
  const received = await server.request({ ...notificationAsk(othersNotification), as: 'other-bank' });
  expect(received.status).toBe(200);
  const pause = { as: 'other-bank', method: 'PATCH', body: { state: 'PAUSED' } } as const;
  expect((await webhooks(server, `/${othersEndpoint}`, pause)).status).toBe(200);
});
afterAll(() => server?.close());

describe('another bank', () => {
  it.each(IDS_OF_BANKS)(
    '%s: data of the other bank is answered word for word like data that does not exist, and stays unchanged',
    async (id) => {
      const before = await otherBanksRows();
      for (const [what, foreign, missing, code] of FOREIGN[id]?.() ?? namingOthers(id)) {
        const answers = [];
        for (const ask of [foreign, missing]) answers.push(await server.request({ ...ask, as: 'demo-bank' }));
        const [ofForeign, ofMissing] = answers as [Answer, Answer];
        expect([what, codeOf(ofForeign), codeOf(ofMissing)]).toEqual([what, code, code]);
        expect(seen(withoutNames(ofForeign))).toEqual(seen(withoutNames(ofMissing)));
      }
      expect(await otherBanksRows()).toEqual(before);
    },
  );

  it('is told nothing under /V1 and through /services either', async () => {
    for (const path of ['/V1/cardservices/CardDetailsEnquiry', '/V2/services', '/V1/services']) {
      const ask = (exid: string) => envelope('cards.enquire-card', cardName(exid, 'EXID'), {}, path);
      const foreign = await server.request({ ...ask(others.exid), as: 'demo-bank' });
      const missing = await server.request({ ...ask(NO_EXID), as: 'demo-bank' });
      expect(codeOf(foreign)).toBe('303');
      expect(seen(foreign)).toEqual(seen(missing));
    }
  });

  it('does not see this bank’s contract warnings, and the other way round', async () => {
    const odd = { msg_id: 77, tracking_id: null };
    const answer = await server.envelope('accounts.enquire-balance', accountName(others.accountNumber), {
      as: 'other-bank',
      header: odd,
    });
    expect(answer.http.headers['contract-warnings']).toBe('2');
    const list = async (as: string) => (await server.request({ method: 'GET', url: '/V2/contract-warnings', as })).text;
    expect(await list('other-bank')).toContain('header.tracking_id');
    expect(await list('demo-bank')).not.toContain('header.tracking_id');
  });

  it.each(ENVELOPE_IDS)('%s: header bank_id of another bank is 203, whether that bank exists or not', async (id) => {
    const answers = [];
    for (const bank_id of ['OTHR', 'NONE']) {
      const { payload, ...ask } = anyAsk(id);
      const named = JSON.parse(JSON.stringify(payload).replace('"bank_id":"DEMO"', `"bank_id":"${bank_id}"`));
      const answer = await server.request({ ...ask, payload: named, as: 'demo-bank' });
      expectRefusal(id, answer, '203', { bank_id });
      answers.push(JSON.stringify(seen(answer)).replaceAll(bank_id, 'BANK'));
    }
    expect(answers[0]).toBe(answers[1]);
  });

  it('a network reverses, completes and reads what it sent itself; messages of another network do not exist for it', async () => {
    const message = ecommerceMessage(own);
    const reference = String(message.Retrieval_Reference_Number);
    expect((await authorize(server, message, 'reading-network')).json.Action_Code).toBe('00');
    const read = (of: string): Ask => ({ method: 'GET', url: `/V2/authorizations/${of}` });
    const asks = [read, (of: string) => ending('reversal', of), (of: string) => ending('completion', of)];
    for (const ask of asks) {
      for (const as of ['second-network', 'wide-acquirer', 'other-bank']) {
        const foreign = await server.request({ ...ask(reference), as });
        const missing = await server.request({ ...ask(NO_REFERENCE), as });
        expect([as, codeOf(foreign)]).toEqual([as, '311']);
        expect(seen(foreign)).toEqual(seen(missing));
      }
    }
    for (const as of ['reading-network', 'demo-bank']) {
      expect((await server.request({ ...read(reference), as })).status).toBe(200);
    }
    expect((await server.request({ ...ending('reversal', reference), as: 'reading-network' })).status).toBe(200);
  });
});

/** Removes what differs by design: the created customer, the masked number of the request, and a receipt. */
function withoutNames(answer: Answer): Answer {
  const number = (text: string) => text.replace(/\d{6}\*{6}\d{4}/, 'NUMBER');
  return {
    ...answer,
    text: number(answer.text)
      .replace(/NEW[\w-]{9}/, 'ID')
      .replace(/^\{"id":"[0-9A-Z]{12}"/, '{"id":"OWN"')
      .replaceAll(othersCustomer, NEW_CUSTOMER),
  };
}

async function otherBanksRows(): Promise<string> {
  const hash = createHash('sha256');
  for (const table of [
    'clients',
    'accounts',
    'account_transactions',
    'account_changes',
    'account_settings',
    'cards',
    'card_restrictions',
    'authorizations',
    'authorization_events',
    'insurance_enrolments',
    'insurance_history',
    'tokens',
    'token_directory',
    'token_history',
    'token_activation_codes',
    'webhook_endpoints',
    'webhook_keys',
    'outbox_messages',
    'outbox_attempts',
    'received_notifications',
  ]) {
    const rows = await server.db.sql(`select t::text as row from ${table} t where bank_id = 'OTHR' order by 1`);
    hash.update(JSON.stringify(rows));
  }
  return hash.digest('hex');
}

const ACTION_CODES: Record<string, string> = { '201': '05', '202': '05', '204': '91' };
const NOTIFICATION_CODES: Record<string, string> = { '201': '63', '202': '63', '203': '63', '204': '96' };
const OUTCOME_TYPES: Record<string, string> = { '201': 'ACCESS', '202': 'ACCESS', '203': 'ACCESS', '204': 'ACCESS' };
const HTTP: Record<string, number> = { '201': 401, '202': 403, '203': 403, '204': 429 };

/** Of those in the table, the card settings carry trace, type and data; of others, the contract says it. */
function isExtended(id: string): boolean {
  const contract = operation(id);
  if (id in ENVELOPES) return id.startsWith('card-settings.');
  return contract.surface === 'envelope' && contract.extendedDetails === true;
}

/** The whole answer, in the shape of its operation, with the request's header echoed. */
function expectRefusal(id: string, answer: Answer, code: string, header: object = {}, http = HTTP[code]): void {
  expect([id, answer.status]).toEqual([id, http]);
  const envelopeNames = envelopeNamesOf(id);
  if (envelopeNames !== undefined) {
    const time = expect.stringMatching(/^20\/11\/2026 (08|12):00:00$/);
    const { timestamp: _, ...echoed } = HEADER;
    expect(answer.json).toEqual({
      GwSrvResponse: {
        [`response_${envelopeNames[2] ?? envelopeNames[0]}`]: {
          header: { ...echoed, ...header, msg_function: envelopeNames[1], timestamp: time },
          exception_details: {
            application_name: 'CARDWRIGHT',
            date_time: time,
            status: 'F',
            error_code: code,
            error_description: expect.stringMatching(/^.{10,100}$/),
            transaction_ref_id: 'TRACK-77',
            ...(isExtended(id) && {
              trace: expect.stringMatching(/^(isolation|[\w-]{36})$/),
              type: OUTCOME_TYPES[code],
              data: '',
            }),
          },
          body: { errors: [{ path: '', code, message: expect.any(String) }] },
        },
      },
    });
  } else if (id === 'authorization.authorize-ecommerce') {
    expect(answer.json).toMatchObject({
      Message_Type: 'Ecom_Resp',
      CARD_NUMBER: `${own.cardNumber.slice(0, 6)}******${own.cardNumber.slice(-4)}`,
      Retrieval_Reference_Number: '700000000001',
      System_Trace_Audit_Number: '700001',
      Transaction_Amount: '000000002500',
      Approval_Code: '      ',
      Action_Code: ACTION_CODES[code],
      Additional_Response_Data: `ERROR_${code}`,
    });
    expect(Object.keys(answer.json)).toHaveLength(25);
  } else if (id === 'receiver.receive-token-notification') {
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{12}$/),
      type: 'TC',
      timestamp: '2026-11-20T08:00:00.000Z',
      response: { status: { code: NOTIFICATION_CODES[code], description: expect.stringMatching(/^.{5,30}$/) } },
    });
  } else {
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json).toMatchObject({ status: http, error_code: code, title: expect.any(String) });
  }
}

async function tokenWith(scopes: readonly string[]): Promise<string> {
  const answer = await server.request({
    method: 'POST',
    url: '/oauth2/token',
    payload: {
      grant_type: 'client_credentials',
      client_id: 'wide-bank',
      client_secret: 'wide-bank-secret',
      scope: scopes.join(' '),
    },
  });
  return String(answer.json.access_token);
}

describe('scopes and kinds of callers', () => {
  it.each(IDS)('%s: without its scope, all others at hand, 202 in its own shape', async (id) => {
    const { scope } = operation(id);
    const authorization = `Bearer ${await tokenWith(SCOPES.filter((other) => other !== scope))}`;
    const answer = await server.request({ ...anyAsk(id), headers: { authorization } });
    expectRefusal(id, answer, '202');
  });

  it.each(ENVELOPE_IDS)(
    '%s: a network or an acquirer is refused, whatever its scopes: they act for no bank',
    async (id) => {
      for (const as of ['wide-network', 'wide-acquirer']) {
        expectRefusal(id, await server.request({ ...anyAsk(id), as }), '203');
      }
      expectRefusal(id, await server.request({ ...anyAsk(id), as: 'demo-network' }), '202');
    },
  );

  it.each(['tokens.provision-token', 'tokens.list-tokens', ...Object.keys(TOKEN_ACTIONS)])(
    '%s: a network or an acquirer is refused, whatever its scopes: no token is theirs',
    async (id) => {
      for (const as of ['wide-network', 'wide-acquirer']) {
        expectRefusal(id, await server.request({ ...anyAsk(id), as }), '203');
      }
    },
  );

  it.each(['receiver.receive-token-notification', 'receiver.list-notifications'])(
    '%s: a network or an acquirer is refused, whatever its scopes: notifications are for banks',
    async (id) => {
      for (const as of ['wide-network', 'wide-acquirer']) {
        expectRefusal(id, await server.request({ ...anyAsk(id), as }), '203');
      }
    },
  );

  it('a caller without a bank has no contract warnings, and an acquirer finds no card', async () => {
    for (const as of ['wide-network', 'wide-acquirer']) {
      const listed = await server.request({ ...anyAsk('access.list-contract-warnings'), as });
      expect(listed.json).toEqual({ warnings: [] });
    }
    const answer = await server.request({ ...anyAsk('authorization.authorize-ecommerce'), as: 'wide-acquirer' });
    expect(answer.json.Action_Code).toBe('14');
  });
});

describe('invalid tokens', () => {
  const bad: Record<string, string | undefined> = {};
  const NAMES = [
    'no token',
    'another scheme',
    'no JWT',
    'expired',
    'of another audience',
    'of another issuer',
    'of another type',
    'without a key id',
    'signed by another key under our key id',
    'with changed claims',
    'with a cut signature',
    'unsigned, alg none',
    'HS256 with our public JWK as secret',
    'HS256 with our public PEM as secret',
  ] as const;

  beforeAll(async () => {
    const vault = await openVault(server.db.database, await readKeyFile(join(server.dataDir, 'sandbox-keys.json')));
    const keys = await openSigningKeys({ database: server.db.database, vault, log: () => {} });
    const { kid, privateKey, publicKey, publicJwk } = keys.current();
    const good = await server.token('demo-bank');
    const claims = decodeJwt(good);
    const now = Math.floor(Date.now() / 1_000);
    const sign = (more: JWTPayload, key: Parameters<SignJWT['sign']>[0] = privateKey, header: object = {}) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header }).sign(key);
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
    const [head, , signature] = good.split('.') as [string, string, string];
    const stranger = await generateKeyPair('ES256');
    const secret = (text: string) => sign({}, new TextEncoder().encode(text), { alg: 'HS256' });
    // tokens made here would be valid except for the one thing that is wrong with each
    const control = await server.request({
      ...anyAsk('cards.enquire-card'),
      headers: { authorization: `Bearer ${await sign({})}` },
    });
    expect(codeOf(control)).toBe('000');
    Object.assign(bad, {
      'no token': undefined,
      'another scheme': `Basic ${Buffer.from('demo-bank:demo-bank-secret').toString('base64')}`,
      'no JWT': 'Bearer abcdef',
      expired: `Bearer ${await sign({ iat: now - 901, exp: now - 1 })}`,
      'of another audience': `Bearer ${await sign({ aud: 'somebody-else' })}`,
      'of another issuer': `Bearer ${await sign({ iss: 'https://issuer.test' })}`,
      'of another type': `Bearer ${await sign({}, privateKey, { typ: 'JWT' })}`,
      'without a key id': `Bearer ${await sign({}, privateKey, { kid: undefined })}`,
      'signed by another key under our key id': `Bearer ${await sign({}, stranger.privateKey)}`,
      'with changed claims': `Bearer ${head}.${part({ ...claims, bank_id: 'OTHR' })}.${signature}`,
      'with a cut signature': `Bearer ${good.slice(0, -4)}`,
      'unsigned, alg none': `Bearer ${part({ alg: 'none', typ: 'at+jwt', kid })}.${part(claims)}.`,
      'HS256 with our public JWK as secret': `Bearer ${await secret(JSON.stringify(publicJwk))}`,
      'HS256 with our public PEM as secret': `Bearer ${await secret(await exportSPKI(publicKey))}`,
    });
    expect(Object.keys(bad)).toEqual([...NAMES]);
  });

  it.each(NAMES)('%s: every operation answers 201 in its own shape and echoes the header', async (name) => {
    const authorization = bad[name];
    for (const id of IDS) {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await server.request({ ...anyAsk(id), headers });
      expectRefusal(id, answer, '201');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });
});

describe('requests a minute', () => {
  it.each([
    { limitAuthorizations: 'false', exempt: true },
    { limitAuthorizations: 'true', exempt: false },
  ])(
    'beyond them, 204 with Retry-After in the operation’s shape; authorizations exempt: $exempt',
    async ({ limitAuthorizations, exempt }) => {
      const limited = await testServer({
        CARDWRIGHT_REQUESTS_PER_MINUTE: '1',
        CARDWRIGHT_LIMIT_AUTHORIZATIONS: limitAuthorizations,
      });
      try {
        const first = await limited.request({ ...anyAsk('accounts.enquire-balance'), as: 'demo-bank' });
        expect(codeOf(first)).toBe('302');
        for (const id of IDS) {
          const answer = await limited.request({ ...anyAsk(id), as: 'demo-bank' });
          if (id === 'authorization.authorize-ecommerce' && exempt) {
            expect([answer.status, answer.json.Action_Code]).toEqual([200, '14']);
            continue;
          }
          expectRefusal(id, answer, '204');
          expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
          expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
        }
        // each client has its own
        const another = await limited.request({ ...anyAsk('accounts.enquire-balance'), as: 'other-bank' });
        expect(codeOf(another)).toBe('203');
      } finally {
        await limited.close();
      }
    },
  );
});

describe('CARDWRIGHT_ENVELOPE_HTTP_200', () => {
  it('answers every failed envelope with HTTP 200, and nothing else', async () => {
    const flat = await testServer({ CARDWRIGHT_ENVELOPE_HTTP_200: 'true' });
    try {
      for (const id of ENVELOPE_IDS) expectRefusal(id, await flat.request(anyAsk(id)), '201', {}, 200);
      const refused: [string, Ask][] = [
        ['302', anyAsk('accounts.enquire-balance')],
        ['203', envelope('accounts.enquire-balance', accountName(NO_ACCOUNT), { bank_id: 'OTHR' })],
        ['103', envelope('accounts.enquire-balance', {})],
        ['102', { ...anyAsk('accounts.enquire-balance'), url: '/V2/cardservices/ClientCreate' }],
        ['101', { method: 'POST', url: '/V2/services', payload: '{', headers: { 'content-type': 'application/json' } }],
      ];
      for (const [code, ask] of refused) {
        const answer = await flat.request({ ...ask, as: 'demo-bank' });
        expect([code, answer.status, codeOf(answer)]).toEqual([code, 200, code]);
      }
      expectRefusal(
        'authorization.authorize-ecommerce',
        await flat.request(anyAsk('authorization.authorize-ecommerce')),
        '201',
      );
      expectRefusal(
        'authorization.read-authorization',
        await flat.request(anyAsk('authorization.read-authorization')),
        '201',
      );
    } finally {
      await flat.close();
    }
  });
});
