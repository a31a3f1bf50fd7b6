import { hitsOf, REVIEW_REASON, review, submitAndScreen, uniqueMerchant } from '../merchants/reviews.ts';
import type { TestServer } from '../test-server.ts';
import type { KeyedRequest } from './keyed-request.ts';
import type { TestRequest } from './test-requests.ts';

/** Returns the actions of reviewers and approvers of merchants, as keyed requests. */
export function keyedReviews(of: { readonly server: TestServer }): Readonly<Record<string, KeyedRequest>> {
  const post = (url: string, payload: object): TestRequest => ({ method: 'POST', url: `/V2${url}`, payload });
  const application = async (more = {}) => (await submitAndScreen(of.server, [uniqueMerchant(more)])).applicationId;

  async function reviewed(): Promise<string> {
    const id = await application();
    await review(of.server, id, 'review');
    return id;
  }

  const onReview = (action: string, setUp = application, more = {}): KeyedRequest => ({
    as: ['approve', 'return-to-review'].includes(action) ? 'demo-approver' : 'demo-reviewer',
    setUp,
    toRequest: (id) => post(`/merchants/applications/${id}/${action}`, { ...REVIEW_REASON, ...more }),
  });
  const onHit = (decision: string): KeyedRequest => ({
    as: 'demo-reviewer',
    setUp: () => application({ mcc: '7995' }),
    toRequest: async (id) =>
      post(`/merchants/applications/${id}/hits/${(await hitsOf(of.server, id))[0]!.hitId}/${decision}`, REVIEW_REASON),
  });

  return {
    'merchants.review-application': onReview('review'),
    'merchants.confirm-kyc': onReview('confirm-kyc', () => application({ kyc: false })),
    'merchants.request-information': onReview('request-information', application, {
      items: [{ path: 'trn', action: 'send a copy' }],
    }),
    'merchants.reject-application': onReview('reject'),
    'merchants.screen-application': onReview('screen'),
    'merchants.clear-hit': onHit('clear'),
    'merchants.confirm-hit': onHit('confirm'),
    'merchants.return-application': onReview('return-to-review', reviewed),
    'merchants.approve-application': onReview('approve', reviewed),
    'merchants.load-deny-list': {
      as: 'demo-reviewer',
      setUp: async () => `Harbour ${crypto.randomUUID().slice(0, 8)}`,
      toRequest: (name) => ({
        method: 'POST',
        url: '/V2/merchants/deny-list',
        payload: `name,reason\n${name},fraud\n`,
        headers: { 'content-type': 'text/csv' },
      }),
    },
  };
}
