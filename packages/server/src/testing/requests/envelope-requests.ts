import { OPERATIONS, type Operation } from '@cardwright/contract';
import type { TestRequest } from './test-requests.ts';

/** The header of every envelope that these tests send. */
export const REQUEST_HEADER = {
  msg_id: 'ISOLATION001',
  msg_type: 'TRANSACTION',
  src_application: 'IB',
  target_application: 'CARDWRIGHT',
  timestamp: '20/11/2026 12:00:00',
  tracking_id: 'TRACK-77',
  bank_id: 'DEMO',
  instance_id: 'I1',
};

/** The keys and functions of envelope operations, as in the interface, with the response key's name if it differs. */
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

/** Returns the names from the table, or from the contract for an operation that is not in it. */
export function envelopeNamesOf(id: string): [name: string, response: string, responseName?: string] | undefined {
  const contract = operationOf(id);
  if (contract.surface !== 'envelope') return undefined;
  const { requestKey, responseKey, responseFunction } = contract;
  return ENVELOPES[id] ?? [requestKey.replace('request_', ''), responseFunction, responseKey.replace('response_', '')];
}

export function operationOf(id: string): Operation {
  return OPERATIONS.find((candidate) => candidate.id === id) as Operation;
}

export function envelopeRequest(id: string, body: unknown, header: object = {}, path?: string): TestRequest {
  const contract = operationOf(id);
  if (contract.surface !== 'envelope') throw new Error(`${id} is no envelope operation`);
  const full = { ...REQUEST_HEADER, msg_function: contract.requestFunction, ...header };
  const payload = { GwSrvRequest: { [`request_${envelopeNamesOf(id)?.[0]}`]: { header: full, body } } };
  // card settings return the request id in their body
  return { method: 'POST', url: path ?? `/V2${contract.path}`, payload, headers: { 'x-request-id': 'isolation' } };
}

/** Whether the body has trace, type and data. In the table, only the card settings do; for others, the contract decides. */
export function hasExtendedEnvelope(id: string): boolean {
  const contract = operationOf(id);
  if (id in ENVELOPES) return id.startsWith('card-settings.');
  return contract.surface === 'envelope' && contract.extendedDetails === true;
}
