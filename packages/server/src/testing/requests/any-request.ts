import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '@cardwright/contract';
import { cardBody, clientBody } from '../cards/issued-cards.ts';
import {
  accountBody,
  accountName,
  backtestRequest,
  cardName,
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
import { envelopeRequest, operationOf } from './envelope-requests.ts';
import { NO_CUSTOMER, NO_TOKEN } from './missing-names.ts';
import { envelopeBodyOf, sampleOf, toTestRequest } from './sample-requests.ts';
import { merchantRequests, type TestRequest } from './test-requests.ts';
import type { TwoBanks } from './two-banks.ts';

export const OPERATION_IDS = OPERATIONS.map(({ id }) => id);
export const ENVELOPE_IDS = OPERATION_IDS.filter((id) => operationOf(id).surface === 'envelope');

/** Merchant operations belong to acquirers, whose isolation isolation-of-acquirers.test.ts tests. */
const OF_MERCHANTS = merchantRequests({ merchantId: 'NOBODY', applicationId: NO_TOKEN, requestId: 'NOTHING' });

/** Returns a well-formed request of each operation by demo-bank. */
export function anyRequest({ own, othersReference, othersToken, othersEndpoint }: TwoBanks, id: string): TestRequest {
  const requests: Record<string, TestRequest> = {
    'clients.create-client': envelopeRequest('clients.create-client', clientBody(NO_CUSTOMER)),
    'accounts.create-account': envelopeRequest('accounts.create-account', accountBody(own.customerId)),
    'accounts.post-transaction': envelopeRequest('accounts.post-transaction', creditBody(own.accountNumber)),
    'accounts.enquire-balance': envelopeRequest('accounts.enquire-balance', accountName(own.accountNumber)),
    'cards.create-card': envelopeRequest('cards.create-card', cardBody(own)),
    'cards.enquire-card': envelopeRequest('cards.enquire-card', cardName(own.exid, 'EXID')),
    'cards.change-status': envelopeRequest('cards.change-status', {
      ...cardName(own.exid, 'EXID'),
      status: { type: 'card_status', value: 'ACTIVE' },
    }),
    'card-settings.update-settings': envelopeRequest('card-settings.update-settings', {
      accountNumber: own.cardNumber,
      cardSettings: { masterStatus: 'ON' },
    }),
    'card-settings.get-settings': envelopeRequest('card-settings.get-settings', {
      accountNumber: own.cardNumber,
    }),
    'restrictions.set-restriction': envelopeRequest('restrictions.set-restriction', {
      ...cardName(own.exid, 'EXID'),
      restriction: { restriction_type: 'ATM', isAllowed: true },
    }),
    'restrictions.enquire-restrictions': envelopeRequest(
      'restrictions.enquire-restrictions',
      cardName(own.exid, 'EXID'),
    ),
    'insurance.list-programs': insuranceRequest('GET', `/cards/${own.exid}/insurances`),
    'insurance.read-program': insuranceRequest('GET', `/cards/${own.exid}/insurances/01`),
    'insurance.list-programs-by-number': insuranceRequest('POST', '/cards_pan/insurances', {
      card_number: own.cardNumber,
    }),
    'insurance.change-program': insuranceRequest('PATCH', `/cards/${own.exid}/insurances/01`, { is_active: 'ACTIVE' }),
    'authorization.authorize-ecommerce': ecommerceRequest({ CARD_NUMBER: own.cardNumber }),
    'authorization.read-authorization': { method: 'GET', url: `/V2/authorizations/${othersReference}` },
    'authorization.read-proof': { method: 'GET', url: `/V2/authorizations/${othersReference}/proof` },
    'authorization.read-log-proof': { method: 'GET', url: '/V2/decision-log/proof?since=1' },
    'authorization.reverse-authorization': endingRequest('reversal', othersReference),
    'authorization.complete-authorization': endingRequest('completion', othersReference),
    'authorization.preview-authorization': previewRequest(own.cardNumber),
    'authorization.backtest-account': backtestRequest(own.accountNumber),
    'tokens.provision-token': provisionRequest(cardName(own.exid, 'EXID')),
    'tokens.list-tokens': listTokensRequest({}),
    'webhooks.register-endpoint': {
      method: 'POST',
      url: '/V2/webhook-endpoints',
      payload: { url: 'https://bank.example/' },
    },
    'webhooks.list-endpoints': { method: 'GET', url: '/V2/webhook-endpoints' },
    'receiver.receive-token-notification': notificationRequest(randomUUID()),
    'receiver.list-notifications': { method: 'GET', url: '/V2/webhook/TokenNotification' },
    'access.list-contract-warnings': { method: 'GET', url: '/V2/contract-warnings' },
  };
  if (id in ENDPOINT_REQUESTS) return endpointRequest(id, othersEndpoint);
  if (id in OF_MERCHANTS) return OF_MERCHANTS[id]!;
  if (id in TOKEN_ACTIONS) return tokenRequest(othersToken, TOKEN_ACTIONS[id]);
  if (requests[id] !== undefined) return requests[id];
  const sample = sampleOf(id);
  return sample.operation.surface === 'envelope' ? envelopeRequest(id, envelopeBodyOf(sample)) : toTestRequest(sample);
}
