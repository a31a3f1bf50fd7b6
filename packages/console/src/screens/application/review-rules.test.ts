import type { ReviewedMerchant } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { actionBlocker, hitBlocker } from './review-rules.ts';

const DECIDING = { subject: 'mariam', submittedBy: 'hassan', submitterMayDecide: false, isReviewer: true };
const MERCHANT: ReviewedMerchant = {
  merchantId: 'SHOP-1',
  merchantName: 'Shop',
  legalName: 'Shop LLC',
  mcc: '5411',
  trn: '1',
  kyc: true,
  status: 'PENDING_APPROVAL',
  merchantState: null,
  screening: { attempts: 1, hits: [], problem: null, nextAttemptAt: null },
  reviewedBy: null,
  kycConfirmedBy: null,
  approvedBy: null,
  informationRequired: null,
  changedAt: '2026-11-20T08:00:00.000Z',
  history: [],
  reviews: [],
};
const hit = (state: 'OPEN' | 'CLEARED' | 'CONFIRMED', decidedBy: string | null) =>
  ({ hitId: '1', check: 'DENY_LIST', message: '', score: 1, matched: null, state, decidedBy }) as never;
const withHits = (...hits: never[]): ReviewedMerchant => ({
  ...MERCHANT,
  screening: { ...MERCHANT.screening, hits },
});

describe('the reasons that forbid an action', () => {
  it('are none if another person sent the merchant and it waits for a decision', () => {
    for (const act of ['review', 'ask-information', 'reject', 'screen'] as const) {
      expect(actionBlocker(MERCHANT, act, DECIDING)).toEqual([]);
    }
  });

  it.each([
    ['approve', {}, ['why.notReviewed']],
    ['approve', { reviewedBy: 'mariam' }, ['why.reviewedByYou']],
    ['approve', { reviewedBy: 'yusuf', kyc: false }, ['why.kycMissing']],
    ['approve', { reviewedBy: 'yusuf', kyc: false, kycConfirmedBy: 'mariam' }, ['why.kycByYou']],
    ['approve', { reviewedBy: 'yusuf' }, []],
    ['confirm-kyc', {}, ['why.kycKnown']],
    ['confirm-kyc', { kyc: false }, []],
    ['confirm-kyc', { kyc: false, kycConfirmedBy: 'yusuf' }, ['why.kycConfirmed']],
    ['confirm-kyc', { amendments: ['MCC'] }, ['why.amendment']],
    ['approve', { amendments: ['MCC'], reviewedBy: 'yusuf', kyc: false }, []],
    ['reject', { status: 'BOARDED' }, ['why.status']],
    ['return-to-review', {}, ['why.notReviewed']],
    ['return-to-review', { reviewedBy: 'mariam' }, []],
    ['return-to-review', { reviewedBy: 'mariam', status: 'BOARDED' }, ['why.status']],
    ['screen', { status: 'RECEIVED' }, ['why.status']],
  ] as const)('%s, of %j: %j', (act, more, why) => {
    expect(actionBlocker({ ...MERCHANT, ...more } as never, act, DECIDING)).toEqual(why);
  });

  it.each([
    [{}, ['why.notReviewed']],
    [{ reviewedBy: 'yusuf' }, []],
    [{ reviewedBy: 'yusuf', amendments: ['MCC'] }, []],
    [{ reviewedBy: 'yusuf', status: 'INFORMATION_REQUIRED' }, ['why.status']],
  ] as const)('reject by an approver who is no reviewer, of %j: %j', (more, why) => {
    const approver = { ...DECIDING, isReviewer: false };
    expect(actionBlocker({ ...MERCHANT, ...more } as never, 'reject', approver)).toEqual(why);
  });

  it('are all returned at once: hits that are not cleared, and the person’s own earlier actions', () => {
    const merchant = { ...withHits(hit('OPEN', null), hit('CLEARED', 'mariam')), reviewedBy: 'mariam' };
    expect(actionBlocker(merchant, 'approve', DECIDING)).toEqual(['why.hits', 'why.reviewedByYou', 'why.hitByYou']);
  });

  it('include having sent the merchant, unless the acquirer allows that', () => {
    const own = { ...DECIDING, submittedBy: 'mariam' };
    expect(actionBlocker(MERCHANT, 'review', own)).toEqual(['why.sentByYou']);
    expect(actionBlocker(MERCHANT, 'reject', own)).toEqual([]);
    expect(actionBlocker(MERCHANT, 'review', { ...own, submitterMayDecide: true })).toEqual([]);
    expect(hitBlocker(MERCHANT, hit('OPEN', null), 'CLEARED', own)).toEqual(['why.sentByYou']);
    expect(hitBlocker(MERCHANT, hit('OPEN', null), 'CONFIRMED', own)).toEqual([]);
  });

  it('include having confirmed a hit, which another person has to clear', () => {
    expect(hitBlocker(MERCHANT, hit('CONFIRMED', 'mariam'), 'CLEARED', DECIDING)).toEqual(['why.confirmedByYou']);
    expect(hitBlocker(MERCHANT, hit('CONFIRMED', 'yusuf'), 'CLEARED', DECIDING)).toEqual([]);
    expect(hitBlocker({ status: 'BOARDED' }, hit('OPEN', null), 'CLEARED', DECIDING)).toEqual(['why.status']);
  });
});
