import { BOARDING_ACTIONS, MERCHANT_STATUSES, nextStatus, statusesFor } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { describeApprovalObstacles } from './merchant-status.ts';

const no = undefined;
/** Columns: RECEIVED, SCREENING, PENDING_APPROVAL, INFORMATION_REQUIRED, APPROVED, BOARDED, REJECTED. */
const TABLE: Record<string, (string | undefined)[]> = {
  screen: ['SCREENING', 'SCREENING', 'SCREENING', no, no, no, no],
  pass: [no, 'PENDING_APPROVAL', no, no, no, no, no],
  'ask-information': [no, no, 'INFORMATION_REQUIRED', no, no, no, no],
  resubmit: [no, no, no, 'RECEIVED', no, no, no],
  review: [no, no, 'PENDING_APPROVAL', no, no, no, no],
  'confirm-kyc': [no, no, 'PENDING_APPROVAL', no, no, no, no],
  'return-to-review': [no, no, 'PENDING_APPROVAL', no, no, no, no],
  reject: ['REJECTED', 'REJECTED', 'REJECTED', 'REJECTED', no, no, no],
  approve: [no, no, 'APPROVED', no, no, no, no],
  board: [no, no, no, no, 'BOARDED', no, no],
};

describe('the boarding of a merchant', () => {
  it('has exactly these actions and statuses', () => {
    expect([...BOARDING_ACTIONS].sort()).toEqual(Object.keys(TABLE).sort());
    expect(MERCHANT_STATUSES).toEqual([
      'RECEIVED',
      'SCREENING',
      'PENDING_APPROVAL',
      'INFORMATION_REQUIRED',
      'APPROVED',
      'BOARDED',
      'REJECTED',
    ]);
  });

  it.each(BOARDING_ACTIONS)('is moved by %s from each status as the table says, or not at all', (action) => {
    expect(MERCHANT_STATUSES.map((status) => nextStatus(status, action))).toEqual(TABLE[action]);
  });

  it('has a list of the statuses from which an action can start', () => {
    expect(statusesFor('approve')).toEqual(['PENDING_APPROVAL']);
    expect(statusesFor('reject')).toEqual(['RECEIVED', 'SCREENING', 'PENDING_APPROVAL', 'INFORMATION_REQUIRED']);
  });
});

describe('an approval', () => {
  const hit = (state: 'CLEARED' | 'CONFIRMED') => {
    const found = { check: 'PEP', message: 'A person is on a list', score: null, matched: null };
    const decided = { decidedBy: 'bob', decidedAt: '2026-11-20T08:00:00.000Z', reason: 'Looked it up' };
    return { hitId: 'hit', ...found, state, foundAt: '2026-11-20T08:00:00.000Z', ...decided };
  };
  const reviewed = { kyc: true, kycConfirmedBy: null, reviewedBy: 'ann', hits: [] };

  it('requires a second person, a review and KYC', () => {
    expect(describeApprovalObstacles(reviewed, 'bob')).toEqual([]);
    expect(describeApprovalObstacles({ ...reviewed, kyc: false, kycConfirmedBy: 'cid' }, 'bob')).toEqual([]);
  });

  it('by the person who confirmed a hit is refused because of the hit, and not for lack of a second person', () => {
    expect(describeApprovalObstacles({ ...reviewed, hits: [hit('CONFIRMED')] }, 'bob')).toEqual([]);
  });

  it.each([
    [{ ...reviewed, reviewedBy: null }, 'bob', 'has not been reviewed'],
    [{ ...reviewed, kyc: false }, 'bob', 'has kyc false, and no reviewer has confirmed it'],
    [reviewed, 'ann', 'was reviewed by the same person: approval needs a second one'],
    [
      { ...reviewed, kyc: false, kycConfirmedBy: 'bob' },
      'bob',
      'had its KYC confirmed by the same person: approval needs a second one',
    ],
    [
      { ...reviewed, hits: [hit('CLEARED')] },
      'bob',
      'had a hit cleared by the same person: approval needs a second one',
    ],
  ])('of %j by %s is refused: %s', (facts, approver, obstacle) => {
    expect(describeApprovalObstacles(facts, approver).map(({ message }) => message)).toEqual([obstacle]);
  });
});
