import { describe, expect, it } from 'vitest';
import {
  decideWith,
  type FactsChange,
  MIDNIGHT_MS,
  withChanges,
} from '../../../../testing/decisions/authorization-facts.ts';
import type { StoredSettings } from '../../../card-settings/card-settings.ts';
import { decide } from '../decide.ts';

const withSettings = (settings: StoredSettings, ...changes: FactsChange[]) => decideWith({ settings }, ...changes);
const billingChange = (billingMinor: bigint): FactsChange => ({ message: { billingMinor } });
const line = (rule: string, ...changes: FactsChange[]) => decideWith(...changes).trace.find(([name]) => name === rule);

describe('the transaction limit', () => {
  it.each([
    ['cardPresentTransactionLimit', { entry: 'CHIP' }, 'CP_TRANSACTION_LIMIT'],
    ['cardNotPresentTransactionLimit', { entry: 'ECOM' }, 'CNP_TRANSACTION_LIMIT'],
    ['cashTransactionLimit', { entry: 'CHIP', isCash: true }, 'CASH_TRANSACTION_LIMIT'],
    ['cashTransactionLimit', { entry: 'KEYED', isCash: true }, 'CASH_TRANSACTION_LIMIT'],
  ] as const)('%s passes its own amount, but not one minor unit more: %j', (field, where, reason) => {
    expect(withSettings({ [field]: '50.00' }, where, billingChange(5_000n)).reason).toBe('APPROVED');
    expect(withSettings({ [field]: '50.00' }, where, billingChange(5_001n))).toMatchObject({
      actionCode: '61',
      reason,
    });
  });

  it.each([
    ['cardPresentTransactionLimit', { entry: 'ECOM' }],
    ['cardNotPresentTransactionLimit', { entry: 'SWIPE' }],
    ['cashTransactionLimit', { entry: 'CHIP', isCash: false }],
    // this limit applies only while card-present use is off
    ['cardPresentAllowBelowLimit', { entry: 'CHIP' }],
  ] as const)('%s does not apply to %j', (field, where) => {
    expect(withSettings({ [field]: '0.01' }, where).reason).toBe('APPROVED');
  });

  it('of zero refuses everything', () => {
    expect(withSettings({ cardNotPresentTransactionLimit: '0' }, billingChange(1n)).reason).toBe(
      'CNP_TRANSACTION_LIMIT',
    );
  });

  it('applies both limits to cash, that of the channel first, and shows both', () => {
    const cash: FactsChange = { entry: 'CHIP', isCash: true };
    const both = (present: string, ownMinor: string): FactsChange => ({
      settings: { cardPresentTransactionLimit: present, cashTransactionLimit: ownMinor },
    });
    expect(decideWith(cash, both('91.81', '91.81')).reason).toBe('APPROVED');
    expect(decideWith(cash, both('91.80', '91.80')).reason).toBe('CP_TRANSACTION_LIMIT');
    expect(decideWith(cash, both('91.81', '91.80')).reason).toBe('CASH_TRANSACTION_LIMIT');
    expect(line('TRANSACTION_LIMITS', cash, both('500.00', '100.00'))).toEqual([
      'TRANSACTION_LIMITS',
      '9181',
      '50000',
      '10000',
    ]);
  });
});

const WINDOW_LIMITS = [
  ['dailyLimit', 'daily', 'DAILY_LIMIT'],
  ['monthlyLimit', 'monthly', 'MONTHLY_LIMIT'],
  ['limit1', 'counter1', 'LIMIT1'],
  ['limit2', 'counter2', 'LIMIT2'],
  ['limit3', 'counter3', 'LIMIT3'],
] as const;

describe('a window limit', () => {
  it.each(WINDOW_LIMITS)(
    '%s counts %s: an amount up to the limit passes, one minor unit more is %s',
    (field, counter, reason) => {
      const before: FactsChange = { settings: { [field]: '150.00' }, usedAmounts: { [counter]: 10_000n } };
      expect(decideWith(before, billingChange(5_000n)).reason).toBe('APPROVED');
      expect(decideWith(before, billingChange(5_001n))).toMatchObject({ actionCode: '61', reason });
      expect(line(reason, before, billingChange(5_000n))).toEqual([reason, '15000', '10000', '15000']);
      expect(line(reason, before, billingChange(5_001n))).toEqual([reason, '15000', '10000', '15001']);
    },
  );

  it.each(WINDOW_LIMITS)('%s ignores the other counters', (field, counter) => {
    const full = 99_999_999n;
    const usedAmounts = { daily: full, monthly: full, counter1: full, counter2: full, counter3: full, [counter]: 0n };
    expect(decideWith({ settings: { [field]: '91.81' }, usedAmounts }).reason).toBe('APPROVED');
  });

  it.each(WINDOW_LIMITS)('%s starts again in the millisecond in which its window ends', (field, counter, reason) => {
    const { facts, message } = withChanges({ settings: { [field]: '100.00' }, usedAmounts: { [counter]: 10_000n } });
    expect(decide(facts, message, new Date(MIDNIGHT_MS - 1)).reason).toBe(reason);
    const after = decide(facts, message, new Date(MIDNIGHT_MS));
    expect(after.reason).toBe('APPROVED');
    expect(after.trace.find(([rule]) => rule === reason)).toEqual([reason, '10000', '0', '9181']);
  });

  it.each(WINDOW_LIMITS)('%s set below what is spent already refuses everything', (field, counter, reason) => {
    const change: FactsChange = { settings: { [field]: '99.99' }, usedAmounts: { [counter]: 10_000n } };
    expect(decideWith(change, billingChange(1n)).reason).toBe(reason);
  });

  it('refuses nothing if it was never set, and the trace still has its counter', () => {
    expect(line('LIMIT2', { usedAmounts: { counter2: 99_999_999n } })).toEqual([
      'LIMIT2',
      null,
      '99999999',
      '100009180',
    ]);
  });
});

describe('the group of merchants', () => {
  it.each([
    ['that allows, and a merchant of it', 'ONLY-TRAVEL', '7011', 'APPROVED', 'ONLY-TRAVEL'],
    ['that allows, and another merchant', 'ONLY-TRAVEL', '5411', 'MERCHANT_GROUP_OFF', 'ONLY-TRAVEL'],
    ['that refuses, and a merchant of it', 'NO-JEWELS', '5944', 'MERCHANT_GROUP_OFF', 'NO-JEWELS'],
    ['that refuses, and another merchant', 'NO-JEWELS', '5411', 'APPROVED', 'NO-JEWELS'],
    ['that the bank does not configure', 'GONE', '5411', 'APPROVED', null],
  ])('%s', (_what, merchantGroupProfileId, merchantCategory, reason, description) => {
    const changes: FactsChange[] = [{ settings: { merchantGroupProfileId } }, { message: { merchantCategory } }];
    expect(decideWith(...changes).reason).toBe(reason);
    expect(line('MERCHANT_GROUP', ...changes)).toEqual(['MERCHANT_GROUP', description, merchantCategory]);
  });

  it('is identified by its ID: a name without an ID declines nothing', () => {
    expect(withSettings({ merchantGroupProfileName: 'ONLY-TRAVEL' }).reason).toBe('APPROVED');
  });
});
