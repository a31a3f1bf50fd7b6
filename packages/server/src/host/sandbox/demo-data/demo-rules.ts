import {
  approveRule,
  type BankRule,
  type Condition,
  createRule,
  listRules,
  proposeRule,
  type RuleEffect,
  replaceList,
  shadowRule,
} from '@cardwright/contract';
import type { Caller } from '../../../platform/access/index.ts';
import { DEMO_BANK_ID } from '../demo-configuration.ts';
import { type DemoRequests, SANDBOX_BANK } from './demo-requests.ts';

/** The caller that approves rules: a caller cannot approve its own proposal. */
const CHECKER: Caller = { ...SANDBOX_BANK, clientId: 'demo-checker', bankId: DEMO_BANK_ID };
const LIST = 'gambling';

interface DemoRule {
  readonly name: string;
  readonly description: string;
  readonly effect: RuleEffect;
  readonly condition: Condition;
  /** The day on which the bank writes the rule and starts to shadow it. */
  readonly triedOn: number;
  readonly proposedOn?: number;
  /** The first day on which the bank approves the rule, once the backtest is done. */
  readonly approvedFrom?: number;
}

/** Three rules: one declines, one waits for approval, and one is in shadow mode. */
const DEMO_RULES: readonly DemoRule[] = [
  {
    name: 'NO_GAMBLING',
    description: 'The bank does not allow gambling with its cards.',
    effect: '57',
    condition: { field: 'mcc', op: 'inList', value: LIST },
    triedOn: 2,
    proposedOn: 6,
    approvedFrom: 7,
  },
  {
    name: 'NIGHT_SHOPPING',
    description: 'After the night on which stolen numbers were tried out.',
    effect: '05',
    condition: {
      all: [
        { field: 'channel', op: 'eq', value: 'ECOM' },
        { field: 'localHour', op: 'lt', value: 6 },
      ],
    },
    triedOn: 12,
    proposedOn: 29,
  },
  {
    name: 'LARGE_ABROAD',
    description: 'Would it disturb those who travel?',
    effect: '62',
    condition: {
      all: [
        { field: 'isForeign', op: 'eq', value: true },
        { field: 'amount', op: 'gt', value: '400.00' },
      ],
    },
    triedOn: 15,
  },
];

/** Moves the bank's rules to their next state on the morning of a day. Completed steps stay as they are. */
export async function moveRulesOfDay(requests: DemoRequests, day: number, at: Date): Promise<void> {
  if (day === 1) {
    const body = { kind: 'mcc', entries: ['7995', '7800', '7801', '7802'] };
    const params = { name: LIST };
    await requests.rest(replaceList.id, { caller: SANDBOX_BANK, at, params, body, key: 'DATALIST' });
  }
  for (const rule of DEMO_RULES.filter(({ triedOn }) => triedOn === day)) {
    const { name, description, effect, condition } = rule;
    const body = { name, description, effect, condition };
    await requests.rest(createRule.id, { caller: SANDBOX_BANK, at, body, key: `DATARULE${name}` });
  }
  const isMoved = DEMO_RULES.some(
    ({ triedOn, proposedOn, approvedFrom = day + 1 }) => triedOn === day || proposedOn === day || approvedFrom <= day,
  );
  if (!isMoved) return;
  const response = await requests.rest<{ items: readonly BankRule[] }>(listRules.id, {
    caller: SANDBOX_BANK,
    at,
    body: undefined,
  });
  for (const { rule_id: ruleId, name, versions } of response?.items ?? []) {
    const rule = DEMO_RULES.find((each) => each.name === name);
    const move = rule && moveOf(rule, versions[0]?.state, day);
    if (move === undefined) continue;
    const caller = move === approveRule.id ? CHECKER : SANDBOX_BANK;
    await requests.rest(move, { caller, at, params: { rule_id: ruleId }, body: { version: 1 } });
  }
}

/** Returns the operation that moves a rule on. An approval waits for the backtest until the next day. */
function moveOf(rule: DemoRule, state: string | undefined, day: number): string | undefined {
  if (state === 'DRAFT') return shadowRule.id;
  if (state === 'SHADOW' && rule.proposedOn === day) return proposeRule.id;
  return state === 'PROPOSED' && rule.approvedFrom !== undefined && rule.approvedFrom <= day
    ? approveRule.id
    : undefined;
}
