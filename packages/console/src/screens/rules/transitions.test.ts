import type { BankRule, RuleState, RuleVersion } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { transitionsOf } from './transitions.ts';

const NOOR = { subject: 'noor', mayWrite: true, mayApprove: false };
const SALIM = { subject: 'salim', mayWrite: false, mayApprove: true };
const version = (state: RuleState) => ({ state, created_by: 'noor', proposed_by: 'omar' }) as RuleVersion;
const backtest = (state: string) => ({ state }) as BankRule['backtest'];

it('a person who writes rules moves a version up to its proposal, and ends it', () => {
  expect(transitionsOf(version('DRAFT'), undefined, NOOR)).toEqual({ moves: ['shadow', 'retire'] });
  expect(transitionsOf(version('SHADOW'), undefined, NOOR)).toEqual({ moves: ['propose', 'retire'] });
  expect(transitionsOf(version('LIVE'), undefined, NOOR)).toEqual({ moves: ['retire'] });
  expect(transitionsOf(version('RETIRED'), undefined, NOOR)).toEqual({ moves: [] });
  expect(transitionsOf(version('DRAFT'), undefined, SALIM)).toEqual({ moves: [], why: 'rule.whyWriters' });
});

it('a proposal is approved by another person, once its backtest is done', () => {
  expect(transitionsOf(version('PROPOSED'), backtest('DONE'), SALIM)).toEqual({ moves: ['approve', 'reject'] });
  expect(transitionsOf(version('PROPOSED'), backtest('RUNNING'), SALIM)).toEqual({
    moves: ['reject'],
    why: 'rule.whyRuns',
  });
  const both = { mayWrite: true, mayApprove: true };
  for (const subject of ['noor', 'omar']) {
    expect(transitionsOf(version('PROPOSED'), backtest('DONE'), { subject, ...both })).toEqual({
      moves: ['reject'],
      why: 'rule.whyOwn',
    });
  }
  expect(transitionsOf(version('PROPOSED'), backtest('DONE'), { ...NOOR, subject: 'layla' }).why).toBe(
    'rule.whyApprovers',
  );
  expect(transitionsOf(version('PROPOSED'), backtest('FAILED'), NOOR)).toEqual({
    moves: ['propose', 'reject'],
    why: 'rule.whyBroken',
  });
});
