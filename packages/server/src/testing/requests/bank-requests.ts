import { INSURANCE_HEADERS } from '../cards/insurance.ts';
import { clientBody, ecommerceMessage } from '../cards/issued-cards.ts';
import { TOKEN_REASON } from '../cards/tokens.ts';
import { type AnyType, notification } from '../notifications.ts';
import { envelopeRequest } from './envelope-requests.ts';
import type { TestRequest } from './test-requests.ts';

export function accountBody(customerId: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const account = { customer_id: customerId, branch_code: '001', product_code: 'DEBIT-CLASSIC', currency: 'AED' };
  return { customer_id: customerId, card_type: 'DEBIT', account: { ...account, ...more } };
}

export function accountName(accountNumber: string): Record<string, unknown> {
  return { account_identifier_id: accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
}

export function creditBody(accountNumber: string): Record<string, unknown> {
  const money = { transaction_code: 'CREDIT', amount: '1.00', currency: 'AED' };
  const transaction = { ...money, transaction_date: '2026-11-20', transaction_ref_number: 'REF' };
  return { ...accountName(accountNumber), transaction };
}

export function cardName(id: string, type: string): Record<string, unknown> {
  return { card_identifier_id: id, card_identifier_type: type };
}

export function ecommerceRequest(fields: Record<string, unknown>): TestRequest {
  const card = { cardNumber: '4000001234567899', expiry: '3012' };
  const same = { Retrieval_Reference_Number: '700000000001', System_Trace_Audit_Number: '700001' };
  return {
    method: 'POST',
    url: '/V2/authorizations/Ecommerce',
    payload: ecommerceMessage(card, { ...same, ...fields }),
  };
}

export function insuranceRequest(method: TestRequest['method'], path: string, payload?: object): TestRequest {
  return { method, url: `/V2${path}`, headers: INSURANCE_HEADERS, ...(payload !== undefined && { payload }) };
}

/** Returns a path and query with the same card identifier as an envelope body. */
export function cardPath(name: Record<string, unknown>, rest: string): string {
  const type = encodeURIComponent(String(name.card_identifier_type));
  return `/cards/${name.card_identifier_id}/insurances${rest}?card_identify_type=${type}`;
}

export function endingRequest(kind: 'reversal' | 'completion', reference: string): TestRequest {
  const payload = kind === 'reversal' ? { mustExist: true } : {};
  return { method: 'POST', url: `/V2/authorizations/${reference}/${kind}`, payload };
}

export function notificationRequest(id: string, type: AnyType = 'TC'): TestRequest {
  return { method: 'POST', url: '/V2/webhook/TokenNotification', payload: notification(type, { id }) };
}

export function activationRequest(id: string): TestRequest {
  return { method: 'GET', url: `/V2/received-notifications/${id}/activation` };
}

export function previewRequest(cardNumber: string): TestRequest {
  const { payload: message } = ecommerceRequest({ CARD_NUMBER: cardNumber });
  return { method: 'POST', url: '/V2/authorizations/preview', payload: { message } };
}

export function backtestRequest(accountNumber: string): TestRequest {
  return { method: 'POST', url: `/V2/accounts/${accountNumber}/backtest`, payload: {} };
}

export function provisionRequest(name: Record<string, unknown>): TestRequest {
  const token = { requestor_id: '4001003027', requestor_name: 'Example Pay', device_type: 'PHONE' };
  return { method: 'POST', url: '/V2/tokens', payload: { ...name, ...token, activation: 'NONE', ...TOKEN_REASON } };
}

export function listTokensRequest(name: Record<string, unknown>): TestRequest {
  return { method: 'GET', url: `/V2/tokens?${new URLSearchParams(name as Record<string, string>)}` };
}

/** The requests about one webhook endpoint. */
export const ENDPOINT_REQUESTS: Record<string, Pick<TestRequest, 'method' | 'payload'> & { path: string }> = {
  'webhooks.read-endpoint': { method: 'GET', path: '' },
  'webhooks.change-endpoint': { method: 'PATCH', path: '', payload: { state: 'ACTIVE' } },
  'webhooks.rotate-secret': { method: 'POST', path: '/rotate-secret', payload: {} },
  'webhooks.test-endpoint': { method: 'POST', path: '/test', payload: {} },
  'webhooks.list-attempts': { method: 'GET', path: '/attempts' },
  'webhooks.list-messages': { method: 'GET', path: '/messages' },
  'webhooks.replay-messages': { method: 'POST', path: '/replay', payload: { since: '2026-01-01T00:00:00Z' } },
};

export function endpointRequest(id: string, endpointId: string): TestRequest {
  const { path, ...request } = ENDPOINT_REQUESTS[id]!;
  return { ...request, url: `/V2/webhook-endpoints/${endpointId}${path}` };
}

export function tokenRequest(reference: string, action?: string): TestRequest {
  const url = `/V2/tokens/${reference}`;
  if (action === undefined) return { method: 'GET', url };
  if (action === 'controls') return { method: 'GET', url: `${url}/controls` };
  if (action === 'set-controls') return { method: 'PUT', url: `${url}/controls`, payload: { maxAmount: '50.00' } };
  const code = action === 'activate' ? { activation_code: '123456' } : {};
  return { method: 'POST', url: `${url}/${action}`, payload: { ...code, ...TOKEN_REASON } };
}

export const TOKEN_ACTIONS: Record<string, string | undefined> = {
  'tokens.read-token': undefined,
  'tokens.issue-activation-code': 'activation-code',
  'tokens.activate-token': 'activate',
  'tokens.suspend-token': 'suspend',
  'tokens.resume-token': 'resume',
  'tokens.deactivate-token': 'deactivate',
  'tokens.delete-token': 'delete',
  'tokens.read-controls': 'controls',
  'tokens.set-controls': 'set-controls',
};

export function createClientRequest(customerId: string): TestRequest {
  return envelopeRequest('clients.create-client', clientBody(customerId), { msg_id: `NEW${customerId.slice(-9)}` });
}
