import type { Answer } from '../test-server.ts';

/** A request as data, so that tests can vary what it is about. */
export interface TestRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  payload?: object | string;
  headers?: Record<string, string>;
}

/** Returns the code of an answer, for every surface. */
export function codeOf(answer: Answer): unknown {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const json = answer.json as any;
  if (json.Message_Type !== undefined) return json.Action_Code;
  if (json.response !== undefined) return json.response.status.code;
  if (json.GwSrvResponse === undefined) return json.error_code ?? '000';
  // biome-ignore lint/suspicious/noExplicitAny: as above
  return (Object.values(json.GwSrvResponse)[0] as any).exception_details.error_code;
}

/** Returns what a caller sees of an answer, without what differs for each request: its id, date and length. */
export function comparableAnswer({ status, headers, text }: Answer): { status: number; headers: object; text: string } {
  const { 'x-request-id': _id, date: _date, 'content-length': _length, ...rest } = headers;
  return { status, headers: rest, text };
}

/** Fields for all actions of a review; some actions need only part of them. */
const REVIEW = { reason: 'Checked its documents', items: [{ path: 'trn', action: 'Send the certificate' }] };
const REVIEW_ACTIONS: Record<string, string> = {
  'merchants.review-application': 'review',
  'merchants.approve-application': 'approve',
  'merchants.confirm-kyc': 'confirm-kyc',
  'merchants.request-information': 'request-information',
  'merchants.reject-application': 'reject',
  'merchants.screen-application': 'screen',
  'merchants.return-application': 'return-to-review',
};

/** The ids to which merchant operations refer. */
export interface AcquirerIdentifiers {
  readonly merchantId: string;
  readonly applicationId: string;
  readonly requestId: string;
  readonly hitId?: string;
}

/** Returns a well-formed request of each merchant operation, with these ids. */
export function merchantRequests({
  merchantId,
  applicationId,
  requestId,
  hitId = '00000000-0000-4000-8000-000000000000',
}: AcquirerIdentifiers): Record<string, TestRequest> {
  const get = (path: string): TestRequest => ({ method: 'GET', url: `/V2/merchants${path}` });
  const reviews = Object.entries(REVIEW_ACTIONS).map(([id, action]): [string, TestRequest] => [
    id,
    { method: 'POST', url: `/V2/merchants/applications/${applicationId}/${action}`, payload: REVIEW },
  ]);
  const decide = (decision: string): TestRequest => ({
    method: 'POST',
    url: `/V2/merchants/applications/${applicationId}/hits/${hitId}/${decision}`,
    payload: { reason: 'Checked its documents' },
  });
  const amendment = { payload: { applications: [{ merchants: [{ merchantId, amendmentList: ['HOLD'] }] }] } };
  return {
    ...Object.fromEntries(reviews),
    'merchants.clear-hit': decide('clear'),
    'merchants.confirm-hit': decide('confirm'),
    'merchants.onboard-merchants': { method: 'POST', url: '/V2/merchants/onboarding', payload: amendment },
    'merchants.read-onboarding-status': get(`/onboarding/${requestId}`),
    'merchants.list-merchants': get(''),
    'merchants.read-merchant': get(`/${merchantId}`),
    'merchants.list-versions': get(`/${merchantId}/versions`),
    'merchants.list-applications': get('/applications'),
    'merchants.read-application': get(`/applications/${applicationId}`),
    'merchants.read-deny-list': get('/deny-list'),
    'merchants.read-onboarding-rules': get('/onboarding-rules'),
    'merchants.replace-onboarding-rules': {
      method: 'PUT',
      url: '/V2/merchants/onboarding-rules',
      payload: { rules: { restricted_mccs: ['7995'] } },
    },
    'merchants.list-drafts': get('/drafts'),
    'merchants.read-draft': get(`/drafts/${merchantId}`),
    'merchants.save-draft': {
      method: 'PUT',
      url: `/V2/merchants/drafts/${merchantId}`,
      payload: { merchant: { merchantId }, version: 1 },
    },
    'merchants.delete-draft': { method: 'DELETE', url: `/V2/merchants/drafts/${merchantId}` },
    'merchants.load-deny-list': {
      method: 'POST',
      url: '/V2/merchants/deny-list',
      payload: 'name,reason\nBlack Harbour,fraud\n',
      headers: { 'content-type': 'text/csv' },
    },
  };
}
