import { describe, expect, it } from 'vitest';
import { decideWith, type FactsChange, MESSAGE } from '../../../../testing/decisions/authorization-facts.ts';
import { messageFor, REFUSALS } from '../../../../testing/requests/refusals.ts';
import { exceptionOfTrace, PASSED_BY_EXCEPTION } from './exception.ts';

const ID = '5a1f4f0e-1b7a-4f3e-9a55-0c7a3b1d2e4f';
const ANY = {
  id: ID,
  merchantId: MESSAGE.merchantId,
  mcc: undefined,
  maxMinor: 2n ** 40n,
  validUntil: new Date('2026-11-20T08:00:00.001Z'),
};
const withOne = (more: object = {}): FactsChange => ({ account: { exceptions: [{ ...ANY, ...more }] } });
const OFF: FactsChange = { settings: { masterStatus: 'OFF' } };

describe('an exception', () => {
  it.each(REFUSALS)('passes $reason only if its rule may be passed', (refusal) => {
    const message = messageFor(refusal)!;
    if (refusal.breaks.facts !== undefined && 'account' in refusal.breaks.facts) return;
    const { reason, exceptionId, trace } = decideWith(message, withOne(), refusal.breaks);
    if (!PASSED_BY_EXCEPTION.has(refusal.trace[0])) {
      expect([reason, exceptionId]).toEqual([refusal.reason, undefined]);
      return;
    }
    expect(trace).toContainEqual(['EXCEPTION', ID, refusal.reason]);
    expect([reason, exceptionId]).toEqual(['APPROVED', ID]);
  });

  it('ends with the approval that uses it, and otherwise stays open', () => {
    expect(decideWith(OFF, withOne()).after?.exceptions).toEqual([]);
    const decision = decideWith(withOne());
    expect([decision.exceptionId, decision.after?.exceptions?.length]).toEqual([undefined, 1]);
  });

  it.each([
    ['another merchant', { merchantId: 'OTHER' }],
    ['another category', { merchantId: undefined, mcc: '0000' }],
    ['a higher amount', { maxMinor: MESSAGE.billingMinor - 1n }],
    ['an earlier time', { validUntil: new Date('2026-11-20T08:00:00.000Z') }],
  ])('does not cover %s', (_what, more) => {
    expect(decideWith(OFF, withOne(more))).toMatchObject({ reason: 'MASTER_OFF' });
  });

  it('covers the exact amount, and is restored from the trace for a replay', () => {
    const { trace, ...decision } = decideWith(OFF, withOne({ maxMinor: MESSAGE.billingMinor }));
    const storedException = exceptionOfTrace(JSON.stringify(trace));
    expect(decideWith(OFF, { account: { exceptions: storedException && [storedException] } })).toMatchObject({
      trace,
      reason: decision.reason,
    });
    expect(exceptionOfTrace('[["FUNDS",true]]')).toBeUndefined();
  });
});
