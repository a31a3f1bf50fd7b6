import { randomUUID } from 'node:crypto';
import { cardBody } from '../cards/issued-cards.ts';
import {
  accountBody,
  accountName,
  activationRequest,
  backtestRequest,
  cardName,
  cardPath,
  createClientRequest,
  creditBody,
  ENDPOINT_REQUESTS,
  ecommerceRequest,
  endingRequest,
  endpointRequest,
  insuranceRequest,
  listTokensRequest,
  notificationRequest,
  previewRequest,
  provisionRequest,
  TOKEN_ACTIONS,
  tokenRequest,
} from './bank-requests.ts';
import { envelopeRequest } from './envelope-requests.ts';
import { accountNumbers, cardIdentifiers, type ForeignCase, mask } from './foreign-identifiers.ts';
import { putView } from './keyed-view-requests.ts';
import {
  NEW_CUSTOMER,
  NO_ACCOUNT,
  NO_CUSTOMER,
  NO_ENDPOINT,
  NO_EXID,
  NO_REFERENCE,
  NO_TOKEN,
} from './missing-names.ts';
import { requestsNaming } from './sample-requests.ts';
import type { TestRequest } from './test-requests.ts';
import type { TwoBanks } from './two-banks.ts';
import { WITHOUT_FOREIGN } from './without-foreign.ts';

type ForeignCases = Record<string, () => ForeignCase[]>;

/** Returns requests of demo-bank about the other bank's data: from the table, or from the operation's published example. */
export function foreignRequests(banks: TwoBanks, id: string): ForeignCase[] {
  const table = { ...issuingCases(banks), ...cardCases(banks), ...authorizationCases(banks), ...tokenCases(banks) };
  return table[id]?.() ?? namingOthers(banks, id);
}

/** Returns requests about the other bank's product. */
function programCases(method: TestRequest['method'], path: string, payload?: object): ForeignCase[] {
  const build = (code: string): TestRequest => ({
    method,
    url: `/V2/programs/${code}${path}`,
    ...(payload !== undefined && { payload }),
  });
  return [['product', build('OTHER-DEBIT'), build('NO-PRODUCT'), '320']];
}

function issuingCases(banks: TwoBanks): ForeignCases {
  const { own, others, othersCustomer } = banks;
  return {
    'clients.create-client': () => [
      // the other bank's customer with this id does not matter
      ['customer', createClientRequest(othersCustomer), createClientRequest(NEW_CUSTOMER), '000'],
    ],
    'accounts.create-account': () => {
      const build = (body: unknown) => envelopeRequest('accounts.create-account', body);
      const product = (code: string) => build(accountBody(own.customerId, { product_code: code }));
      return [
        ['customer', build(accountBody(others.customerId)), build(accountBody(NO_CUSTOMER)), '301'],
        ['product', product('OTHER-DEBIT'), product('NO-PRODUCT'), '106'],
      ];
    },
    'accounts.post-transaction': () => {
      const build = (accountNumber: string) => envelopeRequest('accounts.post-transaction', creditBody(accountNumber));
      return [['account', build(others.accountNumber), build(NO_ACCOUNT), '302']];
    },
    'accounts.enquire-balance': () => {
      const build = (accountNumber: string) => envelopeRequest('accounts.enquire-balance', accountName(accountNumber));
      return [['account', build(others.accountNumber), build(NO_ACCOUNT), '302']];
    },
    'clients.list-clients': () => {
      const build = (q: string): TestRequest => ({
        method: 'GET',
        url: `/V2/clients?${new URLSearchParams({ q })}`,
      });
      return [['customer', build(others.customerId), build(NO_CUSTOMER), '000']];
    },
    'cards.create-card': () => {
      const build = (account: { customerId: string; accountNumber: string }, card = {}) =>
        envelopeRequest('cards.create-card', cardBody(account, card));
      const holder = (customerId: string) => build(own, { customer_id: customerId, card_role: 'S' });
      const inAccount = (accountNumber: string) => build({ customerId: own.customerId, accountNumber });
      return [
        ['customer and account', build(others), build({ customerId: NO_CUSTOMER, accountNumber: NO_ACCOUNT }), '301'],
        ['account', inAccount(others.accountNumber), inAccount(NO_ACCOUNT), '302'],
        ['cardholder', holder(others.customerId), holder(NO_CUSTOMER), '301'],
        ['product', build(own, { product_code: 'OTHER-DEBIT' }), build(own, { product_code: 'NO-PRODUCT' }), '106'],
      ];
    },
  };
}

function cardCases(banks: TwoBanks): ForeignCases {
  const { others, unknown } = banks;
  return {
    'cards.enquire-card': () => cardIdentifiers(banks, (name) => envelopeRequest('cards.enquire-card', name)),
    'cards.list-cards': () => {
      const build = (query: Record<string, string>): TestRequest => ({
        method: 'GET',
        url: `/V2/cards?${new URLSearchParams(query)}`,
      });
      const digits = { last4: others.cardNumber.slice(-4), bin: others.cardNumber.slice(0, 6) };
      return [
        ['EXID', build({ exid: others.exid }), build({ exid: NO_EXID }), '000'],
        ['customer', build({ customer_id: others.customerId }), build({ customer_id: NO_CUSTOMER }), '301'],
        ['account', build({ account_number: others.accountNumber }), build({ account_number: NO_ACCOUNT }), '302'],
        ['digits', build(digits), build({ ...digits, bin: '999999' }), '000'],
      ];
    },
    'cards.change-status': () =>
      cardIdentifiers(banks, (name) =>
        envelopeRequest('cards.change-status', { ...name, status: { type: 'card_status', value: 'BLOCKED' } }),
      ),
    'card-settings.update-settings': () =>
      accountNumbers(banks, (accountNumber) =>
        envelopeRequest('card-settings.update-settings', { accountNumber, cardSettings: { masterStatus: 'OFF' } }),
      ),
    'card-settings.get-settings': () =>
      accountNumbers(banks, (accountNumber) => envelopeRequest('card-settings.get-settings', { accountNumber })),
    'restrictions.set-restriction': () =>
      cardIdentifiers(banks, (name) =>
        envelopeRequest('restrictions.set-restriction', { ...name, restriction: { restriction_type: 'ATM' } }),
      ),
    'restrictions.enquire-restrictions': () =>
      cardIdentifiers(banks, (name) => envelopeRequest('restrictions.enquire-restrictions', name)),
    'insurance.list-programs': () => cardIdentifiers(banks, (name) => insuranceRequest('GET', cardPath(name, ''))),
    'insurance.read-program': () => cardIdentifiers(banks, (name) => insuranceRequest('GET', cardPath(name, '/01'))),
    'insurance.list-programs-by-number': () => {
      const build = (card_number: string) => insuranceRequest('POST', '/cards_pan/insurances', { card_number });
      return [
        ['full number', build(others.cardNumber), build(unknown), '303'],
        ['masked number', build(others.masked), build(mask(unknown)), '303'],
      ];
    },
    'insurance.change-program': () =>
      cardIdentifiers(banks, (name) => insuranceRequest('PATCH', cardPath(name, '/01'), { is_active: 'ACTIVE' })),
  };
}

function authorizationCases(banks: TwoBanks): ForeignCases {
  const { others, othersReference, unknown } = banks;
  return {
    'authorization.authorize-ecommerce': () => {
      const full = [
        ecommerceRequest({ CARD_NUMBER: others.cardNumber }),
        ecommerceRequest({ CARD_NUMBER: unknown }),
      ] as const;
      const masked = full.map((request) => {
        const number = (request.payload as { CARD_NUMBER: string }).CARD_NUMBER;
        return ecommerceRequest({ CARD_NUMBER: mask(number) });
      }) as [TestRequest, TestRequest];
      return [
        ['full number', ...full, '14'],
        ['masked number', ...masked, '14'],
        [
          'number, wrong expiry',
          ecommerceRequest({ CARD_NUMBER: others.cardNumber, Card_Expiry_Date: '3111' }),
          full[1],
          '14',
        ],
      ];
    },
    'authorization.read-authorization': () => {
      const build = (reference: string): TestRequest => ({ method: 'GET', url: `/V2/authorizations/${reference}` });
      return [['reference', build(othersReference), build(NO_REFERENCE), '311']];
    },
    'authorization.read-proof': () => {
      const build = (reference: string): TestRequest => ({
        method: 'GET',
        url: `/V2/authorizations/${reference}/proof`,
      });
      return [['reference', build(othersReference), build(NO_REFERENCE), '311']];
    },
    'authorization.reverse-authorization': () => [
      ['reference', endingRequest('reversal', othersReference), endingRequest('reversal', NO_REFERENCE), '311'],
    ],
    'authorization.complete-authorization': () => [
      ['reference', endingRequest('completion', othersReference), endingRequest('completion', NO_REFERENCE), '311'],
    ],
    'authorization.preview-authorization': () => [
      // an ordinary decision about an unknown number
      ['full number', previewRequest(others.cardNumber), previewRequest(unknown), '000'],
      ['masked number', previewRequest(mask(others.cardNumber)), previewRequest(mask(unknown)), '000'],
    ],
    'authorization.save-view': () => [
      ['view', putView(banks.othersView, { version: 1 }), putView(NO_TOKEN, { version: 1 }), '332'],
    ],
    'authorization.delete-view': () => {
      const build = (id: string): TestRequest => ({ method: 'DELETE', url: `/V2/authorization-views/${id}` });
      return [['view', build(banks.othersView), build(NO_TOKEN), '332']];
    },
    'authorization.backtest-account': () => [
      ['account', backtestRequest(others.accountNumber), backtestRequest(NO_ACCOUNT), '302'],
    ],
    'programs.set-program': () => programCases('PUT', '', { defaults: { dailyLimit: '1.00' } }),
    'programs.read-program-in-force': () => programCases('GET', ''),
    'programs.list-program-versions': () => programCases('GET', '/versions'),
    'backtests.start-backtest': () => {
      const build = (accountNumber: string): TestRequest => ({
        method: 'POST',
        url: '/V2/backtests',
        payload: { proposal: {}, accounts: [accountNumber] },
      });
      return [['account', build(others.accountNumber), build(NO_ACCOUNT), '302']];
    },
  };
}

function tokenCases(banks: TwoBanks): ForeignCases {
  const { others, othersToken, othersEvent, othersProvisioning, othersEndpoint, othersNotification, unknown } = banks;
  return {
    'tokens.provision-token': () => cardIdentifiers(banks, provisionRequest),
    'tokens.list-tokens': () => [
      // a full number is never allowed in a URL
      ...cardIdentifiers(banks, listTokensRequest).filter(([what]) => !what.endsWith(others.cardNumber)),
      ...['CONTRACT_NUMBER', 'CONTRACT_NUMBER/EXID'].map(
        (type): ForeignCase => [
          `${type}, full`,
          listTokensRequest(cardName(others.cardNumber, type)),
          listTokensRequest(cardName(unknown, type)),
          '106',
        ],
      ),
    ],
    ...Object.fromEntries(
      Object.entries(TOKEN_ACTIONS).map(([id, action]) => [
        id,
        (): ForeignCase[] => [['reference', tokenRequest(othersToken, action), tokenRequest(NO_TOKEN, action), '307']],
      ]),
    ),
    ...Object.fromEntries(
      Object.keys(ENDPOINT_REQUESTS).map((id) => [
        id,
        () => [['endpoint', endpointRequest(id, othersEndpoint), endpointRequest(id, NO_ENDPOINT), '312']],
      ]),
    ),
    // requests are for networks, which have no bank
    'tokens.request-provisioning': () => [],
    'tokens.preview-provisioning': () => {
      const build = (card: string): TestRequest => ({
        method: 'POST',
        url: '/V2/tokens/provisioning/preview',
        payload: { card, requestor_id: '1', requestor_name: 'Example Pay' },
      });
      return [['EXID', build(others.exid), build(NO_EXID), '000']];
    },
    'tokens.list-provisionings': () => {
      const build = (card: string): TestRequest => ({ method: 'GET', url: `/V2/tokens/provisioning?card=${card}` });
      return [['card', build(others.exid), build(NO_EXID), '303']];
    },
    'tokens.read-provisioning': () => {
      const build = (id: string): TestRequest => ({ method: 'GET', url: `/V2/tokens/provisioning/${id}` });
      return [['decision', build(othersProvisioning), build(NO_TOKEN), '307']];
    },
    'receiver.receive-token-notification': () => [
      // the other bank's notification with this id does not matter
      ['notification', notificationRequest(othersNotification), notificationRequest(randomUUID()), '00'],
    ],
    'receiver.read-activation': () => [
      ['notification', activationRequest(othersNotification), activationRequest(NO_TOKEN), '313'],
    ],
    'rules.override-promises': () => {
      const build = (id: string): TestRequest => ({
        method: 'POST',
        url: `/V2/rules/${id}/promise-check/override`,
        payload: { version: 1, check_id: '0'.repeat(64), reason: 'A reason' },
      });
      return [['rule', build(banks.othersRule), build(NO_TOKEN), '318']];
    },
    'rules.analyze-rule': () => {
      const build = (id: string): TestRequest => ({
        method: 'POST',
        url: '/V2/rules/analysis',
        payload: { rule_id: id },
      });
      return [['rule', build(banks.othersRule), build(NO_TOKEN), '318']];
    },
    'webhooks.list-events': () => {
      const build = (token: string): TestRequest => ({ method: 'GET', url: `/V2/events?stream=token:${token}` });
      return [['stream', build(othersToken), build(NO_TOKEN), '000']];
    },
    'webhooks.read-event': () => {
      const build = (id: string): TestRequest => ({ method: 'GET', url: `/V2/events/${id}` });
      return [['event', build(othersEvent), build(NO_TOKEN), '313']];
    },
    'access.list-audit': () => {
      const build = (actor: string): TestRequest => ({ method: 'GET', url: `/V2/audit?actor=${actor}` });
      return [['actor', build('other-bank'), build('nobody'), '000']];
    },
    ...WITHOUT_FOREIGN,
  };
}

/** Returns the published example of an operation, about the other bank's data and about missing data. */
function namingOthers(
  {
    others,
    othersReference,
    othersToken,
    othersEndpoint,
    othersBacktest,
    othersList,
    othersRule,
    othersChangeRequest,
    othersPaymentRequest,
    othersExport,
    unknown,
  }: TwoBanks,
  id: string,
): ForeignCase[] {
  const exid = { card_identifier_type: 'EXID' };
  return requestsNaming(id, [
    ['303', { ...exid, card_identifier_id: others.exid }, { ...exid, card_identifier_id: NO_EXID }],
    ['303', { card_number: others.masked }, { card_number: mask(unknown) }],
    ['303', { accountNumber: others.masked }, { accountNumber: mask(unknown) }],
    ['302', { account_identifier_id: others.accountNumber }, { account_identifier_id: NO_ACCOUNT }],
    ['302', { account_number: others.accountNumber }, { account_number: NO_ACCOUNT }],
    ['301', { customer_id: others.customerId }, { customer_id: NO_CUSTOMER }],
    ['311', { Retrieval_Reference_Number: othersReference }, { Retrieval_Reference_Number: NO_REFERENCE }],
    ['307', { token_reference: othersToken }, { token_reference: NO_TOKEN }],
    ['312', { endpoint_id: othersEndpoint }, { endpoint_id: NO_ENDPOINT }],
    ['316', { backtest_id: othersBacktest }, { backtest_id: NO_TOKEN }],
    ...(id.startsWith('merchant-lists.') ? [['317', { name: othersList }, { name: 'no-such-list' }] as const] : []),
    ['318', { rule_id: othersRule }, { rule_id: NO_TOKEN }],
    ['329', { payment_request_id: othersPaymentRequest }, { payment_request_id: NO_TOKEN }],
    ['329', { task_id: `payment-request:${othersPaymentRequest}` }, { task_id: `payment-request:${NO_TOKEN}` }],
    ['336', { export_id: othersExport }, { export_id: NO_TOKEN }],
    ['325', { change_request_id: othersChangeRequest }, { change_request_id: NO_TOKEN }],
  ]);
}
