import type { ProvisioningDecision } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { draftOf, newRequestDraft, requestOf } from './request-draft.ts';

const REAL = {
  card_identifier_id: '9000000000000000002',
  requestor_id: '4001003027',
  requestor_name: 'Example Pay',
  request: {
    token_type: 'DEVICE',
    device: { id: 'D-1', type: 'PHONE', number_last_digits: '0001' },
    scores: { account: 2 },
    risk_reason_codes: ['NEW'],
  },
} as unknown as ProvisioningDecision;

it('a copy of a real request is the same request', () => {
  const { card_identifier_id: card, requestor_id, requestor_name, request } = REAL;
  expect(requestOf(draftOf(REAL), REAL)).toEqual({ card, requestor_id, requestor_name, ...request });
});

it('a change replaces only its value, and an empty one removes it', () => {
  const changed = requestOf({ ...draftOf(REAL), accountScore: '5', deviceType: '', walletAge: '0' }, REAL);
  expect(changed).toMatchObject({
    device: { id: 'D-1', number_last_digits: '0001' },
    scores: { account: 5 },
    wallet_account_age_days: 0,
  });
  expect(changed.device).not.toHaveProperty('type');
});

it('a request that is not a copy has a requestor', () => {
  expect(requestOf(newRequestDraft('9000000000000000002'), undefined)).toEqual({
    ...{ card: '9000000000000000002', requestor_id: '0', requestor_name: '0' },
    ...{ token_type: 'DEVICE', device: {}, scores: {} },
  });
});
