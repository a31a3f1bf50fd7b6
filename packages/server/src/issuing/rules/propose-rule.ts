import {
  type Condition,
  type ProvisioningEffect,
  proposeRule,
  type RuleCondition,
  type RuleEffect,
  type StartBacktest,
} from '@cardwright/contract';
import { readUtc } from '../../platform/kernel/time/read-utc.ts';
import { implementRest } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { findMoving, type Moving, moveRule, mustBe, type RunsOfRules } from './move-version.ts';
import { beginCheck } from './promises/promise-check-store.ts';

const DAY_MS = 86_400_000;
/** The default period of a proposal's backtest, in days. */
const USUAL_DAYS = 30;

/**
 * Proposes a version in shadow and starts its backtest. A proposed version can be proposed again, for example when its
 * backtest failed (docs/interface/rules.md#propose).
 */
export function proposeRuleOperation(banks: BankDirectory, runs: RunsOfRules) {
  return implementRest(proposeRule, async (context, { params, body }) => {
    const findResult = await findMoving(context, banks, params.rule_id, body.version);
    if (!findResult.ok) return findResult;
    const moving = findResult.value;
    const refusal = mustBe(moving, 'SHADOW', 'PROPOSED');
    if (refusal !== undefined) return refusal;
    await beginCheck(context.tx, moving.bankId, moving.version);
    const from = (body.from === undefined ? undefined : readUtc(body.from)) ?? daysBefore(context.now, USUAL_DAYS);
    const run = await runs.start(context, moving.bankId, toProposal(moving), from);
    if (!run.ok) return run;
    return moveRule(context, moving, { state: 'PROPOSED', backtestId: run.value });
  });
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** The backtest evaluates the rule over the whole period and ignores its times, which are in the future. */
function toProposal({ rule, version }: Moving): StartBacktest['proposal'] {
  const { name } = rule;
  const condition = JSON.parse(version.condition) as RuleCondition;
  if (rule.subject === 'authorization') {
    return { rules: [{ name, condition: condition as Condition, effect: version.effect as RuleEffect }] };
  }
  return { provisioning: { rules: [{ name, condition, effect: version.effect as ProvisioningEffect }] } };
}
