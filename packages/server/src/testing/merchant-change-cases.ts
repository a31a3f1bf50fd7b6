import { AUDITED_ACQUIRER, type AuditedCase } from './audit-world.ts';
import { amend, onboard, requestOf } from './merchants/merchants.ts';
import { hitsOf, REVIEW_REASON, review, sendHitDecision, uniqueMerchant } from './merchants/reviews.ts';

/** A request of each operation of acquirers that changes something, with the data that it needs. */
export const MERCHANT_CHANGES: readonly AuditedCase[] = [
  {
    operation: 'merchants.onboard-merchants',
    log: AUDITED_ACQUIRER,
    send: (of) => onboard(of.server, requestOf([uniqueMerchant()])),
  },
  {
    operation: 'merchants.onboard-merchants',
    log: AUDITED_ACQUIRER,
    setUp: (of) => of.boarded(),
    send: (of, id) => amend(of.server, id, ['HOLD']),
  },
  {
    operation: 'merchants.review-application',
    log: AUDITED_ACQUIRER,
    setUp: (of) => of.application(),
    send: (of, id) => review(of.server, id, 'review'),
  },
  {
    operation: 'merchants.confirm-kyc',
    log: AUDITED_ACQUIRER,
    setUp: (of) => of.application(uniqueMerchant({ kyc: false })),
    send: (of, id) => review(of.server, id, 'confirm-kyc'),
  },
  {
    operation: 'merchants.request-information',
    log: AUDITED_ACQUIRER,
    setUp: (of) => of.application(),
    send: (of, id) =>
      review(of.server, id, 'request-information', {
        ...REVIEW_REASON,
        items: [{ path: 'trn', action: 'send a copy' }],
      }),
  },
  {
    operation: 'merchants.reject-application',
    log: AUDITED_ACQUIRER,
    setUp: (of) => of.application(),
    send: (of, id) => review(of.server, id, 'reject'),
  },
  {
    operation: 'merchants.screen-application',
    log: AUDITED_ACQUIRER,
    setUp: (of) => of.application(),
    send: (of, id) => review(of.server, id, 'screen'),
  },
  ...(['clear', 'confirm'] as const).map(
    (decision): AuditedCase => ({
      operation: `merchants.${decision}-hit`,
      log: AUDITED_ACQUIRER,
      setUp: (of) => of.application(uniqueMerchant({ mcc: '7995' })),
      send: async (of, id) => sendHitDecision(of.server, id, (await hitsOf(of.server, id))[0]?.hitId ?? '', decision),
    }),
  ),
  ...(['approve', 'return-to-review'] as const).map(
    (action): AuditedCase => ({
      operation: action === 'approve' ? 'merchants.approve-application' : 'merchants.return-application',
      log: AUDITED_ACQUIRER,
      setUp: async (of) => {
        const id = await of.application();
        await review(of.server, id, 'review');
        return id;
      },
      send: (of, id) => review(of.server, id, action),
    }),
  ),
  {
    operation: 'merchants.load-deny-list',
    log: AUDITED_ACQUIRER,
    send: (of) =>
      of.server.request({
        method: 'POST',
        url: '/V2/merchants/deny-list',
        as: 'demo-reviewer',
        headers: { 'content-type': 'text/csv' },
        payload: 'name,reason\nOne,a\n',
      }),
  },
  {
    operation: 'merchants.replace-onboarding-rules',
    log: AUDITED_ACQUIRER,
    send: (of) =>
      of.server.request({
        method: 'PUT',
        url: '/V2/merchants/onboarding-rules',
        as: 'demo-acquirer',
        payload: { rules: { restricted_mccs: ['7995', '7801-7802'], deny_list_threshold: '0.9' } },
      }),
  },
];
