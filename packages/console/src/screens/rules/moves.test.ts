import type { BankRule, RuleState, RuleVersion } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { movesOf } from './moves.ts';

const NOOR = { subject: 'noor', mayWrite: true, mayApprove: false };
const SALIM = { subject: 'salim', mayWrite: false, mayApprove: true };
const version = (state: RuleState) => ({ state, created_by: 'noor', proposed_by: 'omar' }) as RuleVersion;
const backtest = (state: string) => ({ state }) as BankRule['backtest'];

it('who writes takes a version on to its proposal, and ends it', () => {
  expect(movesOf(version('DRAFT'), undefined, NOOR)).toEqual({ moves: ['shadow', 'retire'] });
  expect(movesOf(version('SHADOW'), undefined, NOOR)).toEqual({ moves: ['propose', 'retire'] });
  expect(movesOf(version('LIVE'), undefined, NOOR)).toEqual({ moves: ['retire'] });
  expect(movesOf(version('RETIRED'), undefined, NOOR)).toEqual({ moves: [] });
  expect(movesOf(version('DRAFT'), undefined, SALIM)).toEqual({ moves: [], why: 'rule.whyWriters' });
});

it('a proposal is approved by another person, once its backtest is done', () => {
  expect(movesOf(version('PROPOSED'), backtest('DONE'), SALIM)).toEqual({ moves: ['approve', 'reject'] });
  expect(movesOf(version('PROPOSED'), backtest('RUNNING'), SALIM)).toEqual({ moves: ['reject'], why: 'rule.whyRuns' });
  const both = { mayWrite: true, mayApprove: true };
  for (const subject of ['noor', 'omar']) {
    expect(movesOf(version('PROPOSED'), backtest('DONE'), { subject, ...both })).toEqual({
      moves: ['reject'],
      why: 'rule.whyOwn',
    });
  }
  expect(movesOf(version('PROPOSED'), backtest('DONE'), { ...NOOR, subject: 'layla' }).why).toBe('rule.whyApprovers');
  expect(movesOf(version('PROPOSED'), backtest('FAILED'), NOOR)).toEqual({
    moves: ['propose', 'reject'],
    why: 'rule.whyBroken',
  });
});
