import { ERRORS, type JsonObject } from '@cardwright/contract';
import { type ConformanceCase, SkippedCase } from '../conformance-case.ts';
import { freshId, newDigits } from '../made-values.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';

const NO_CARD = { card_identifier_id: '9999999999999999990', card_identifier_type: 'EXID' };
const NO_ACCOUNT = { account_identifier_id: '001999999999', account_identifier_type: 'CONTRACT_NUMBER' };

/** Envelopes that name something that does not exist, with the expected code of each. */
const UNKNOWN_IDS: readonly (readonly [id: string, code: string, body: JsonObject])[] = [
  ['cards.enquire-card', ERRORS.card_not_found.code, NO_CARD],
  [
    'cards.change-status',
    ERRORS.card_not_found.code,
    { ...NO_CARD, status: { type: 'card_status', value: 'BLOCKED' } },
  ],
  ['restrictions.enquire-restrictions', ERRORS.card_not_found.code, NO_CARD],
  [
    'restrictions.set-restriction',
    ERRORS.card_not_found.code,
    { ...NO_CARD, restriction: { restriction_type: 'ECOM', isAllowed: false } },
  ],
  ['card-settings.get-settings', ERRORS.card_not_found.code, { accountNumber: '4000009999999995' }],
  [
    'card-settings.update-settings',
    ERRORS.card_not_found.code,
    { accountNumber: '4000009999999995', cardSettings: { ecomStatus: 'OFF' } },
  ],
  ['accounts.enquire-balance', ERRORS.account_not_found.code, NO_ACCOUNT],
];
/** An id that does not exist, for requests in plain JSON. */
const NO_ID = '00000000-0000-4000-8000-000000000000';
const UNKNOWN_PATHS: readonly (readonly [id: string, code: string, path: string])[] = [
  ['tokens.read-token', ERRORS.token_not_found.code, `/tokens/${NO_ID}`],
  ['webhooks.read-endpoint', ERRORS.endpoint_not_found.code, `/webhook-endpoints/${NO_ID}`],
  ['authorization.read-authorization', ERRORS.authorization_not_found.code, '/authorizations/999999999999'],
  ['merchants.read-merchant', ERRORS.merchant_not_found.code, '/merchants/NOBODY'],
];

export function lookupCases(world: World): ConformanceCase[] {
  return [
    ...UNKNOWN_IDS.map(([operation, code, body]) =>
      makeCase({
        id: `${operation}/errors/not-found`,
        title: `Refuses a nonexistent object with ${code}`,
        group: 'errors',
        operation,
        about: 'not-found',
        changes: !operation.includes('enquire') && !operation.includes('get-'),
        run: async (trial) => {
          const answer = await world.envelope(operation, body);
          trial.check('not-found', answer.isRefused, 'a nonexistent object was found');
          trial.check('not-found', answer.code === code, `a nonexistent object was refused, but not with ${code}`);
        },
      }),
    ),
    ...UNKNOWN_PATHS.map(([operation, code, path]) =>
      makeCase({
        id: `${operation}/errors/not-found`,
        title: `Refuses a nonexistent object with ${code}`,
        group: 'errors',
        operation,
        about: 'not-found',
        changes: false,
        run: async (trial) => {
          const party = operation.startsWith('merchants.') ? 'acquirer' : 'bank';
          const answer = await world.rest(operation, path, undefined, { party });
          trial.check('not-found', answer.code === code, `a nonexistent object was not refused with ${code}`);
        },
      }),
    ),
    clientTwice(world),
    accountOfUnknownClient(world),
  ];
}

const clientOf = (customerId: string, bankCode: string): JsonObject => ({
  customer_id: customerId,
  bank_code: bankCode,
  card_name: 'CONFORMANCE',
  card_type: 'DEBIT',
  personal_details: { first_name: 'Con', last_name: 'Formance', date_of_birth: '1990-01-31' },
  contact_details: { mobile_phone: '+971501234567' },
});

function clientTwice(world: World): ConformanceCase {
  return makeCase({
    id: 'clients.create-client/errors/exists',
    title: 'Refuses a customer that already exists with 401',
    group: 'errors',
    operation: 'clients.create-client',
    about: 'exists-already',
    run: async (trial) => {
      const body = clientOf(`C-${freshId(12)}`, world.target.bank.bankCode);
      const first = await world.envelope('clients.create-client', body);
      if (first.isRefused) throw new SkippedCase(`the first request was refused with ${first.code ?? 'no code'}`);
      const answer = await world.envelope('clients.create-client', body);
      trial.check(
        'exists-already',
        answer.isRefused && answer.code === ERRORS.client_exists.code,
        'a second request for the same customer was not refused with 401',
      );
    },
  });
}

function accountOfUnknownClient(world: World): ConformanceCase {
  return makeCase({
    id: 'accounts.create-account/errors/not-found',
    title: 'Refuses an account of a nonexistent customer with 301',
    group: 'errors',
    operation: 'accounts.create-account',
    about: 'not-found',
    run: async (trial) => {
      const { bankCode, productCode, currency } = world.target.bank;
      const customer = { customer_id: `N-${newDigits(12)}` };
      const account = { ...customer, branch_code: bankCode, product_code: productCode, currency };
      const answer = await world.envelope('accounts.create-account', { ...customer, card_type: 'DEBIT', account });
      trial.check(
        'not-found',
        answer.code === ERRORS.client_not_found.code,
        'an account of a nonexistent customer was not refused with 301',
      );
    },
  });
}
