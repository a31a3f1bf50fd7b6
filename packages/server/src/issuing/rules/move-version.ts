import type { BacktestRun, BankRule, ErrorName, RuleState, StartBacktest } from '@cardwright/contract';
import { type Failure, fail, ok, type Success } from '../../platform/kernel/result.ts';
import type { OperationContext } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { beginEdition, lockEdition } from '../merchant-lists/index.ts';
import { toRuleResponse } from './rule-response.ts';
import { moveSpan, type SpanRow } from './rule-span-store.ts';
import { findRule, moveVersion, type RuleRow, type RuleVersionRow, readVersions } from './rule-store.ts';

/** Backtests of proposals. A capability above this one carries them out. */
export interface RunsOfRules {
  /** Fails with `state_forbids` while the maximum number of runs wait or run. */
  start(
    context: OperationContext,
    bankId: string,
    proposal: StartBacktest['proposal'],
    from: Date,
  ): Promise<Success<string> | Failure<'state_forbids'>>;
  look(
    tx: Tx,
    bankId: string,
    backtestId: string,
  ): Promise<{ state: BacktestRun['state']; decisions: number | null; changed: number | null } | undefined>;
}

/** A version that is about to change its state. The edition of the bank's rules and lists is locked. */
export interface Moving {
  readonly bankId: string;
  readonly rule: RuleRow;
  readonly version: RuleVersionRow;
  readonly versions: readonly RuleVersionRow[];
}

/** Finds the requested version, or the newest one, and locks the bank's rules until the transaction ends. */
export async function findMoving(
  { tx, caller }: OperationContext,
  banks: BankDirectory,
  ruleId: string,
  number: number | undefined,
): Promise<Success<Moving> | Failure<'rule_not_found' | 'wrong_bank' | 'value_not_allowed'>> {
  const calling = bankOfCaller(caller, banks);
  if (!calling.ok) return calling;
  const { bankId } = calling.value;
  await lockEdition(tx, bankId);
  const rule = await findRule(tx, bankId, ruleId);
  if (rule === undefined) return fail('rule_not_found');
  const versions = await readVersions(tx, bankId, [rule.rule_id]);
  const version = versions.find((one) => one.version === (number ?? versions[0]?.version));
  if (version === undefined)
    return fail('value_not_allowed', { path: 'version', message: 'is no version of the rule' });
  return ok({ bankId, rule, version, versions });
}

/** Refuses the move unless the version is in one of the states. */
export function mustBe(
  { rule, version }: Moving,
  ...states: readonly RuleState[]
): Failure<'state_forbids'> | undefined {
  if (states.includes(version.state)) return undefined;
  const message = `Version ${version.version} of ${rule.name} is ${version.state}: it would have to be ${states.join(' or ')}`;
  return fail('state_forbids', { subject: `rule:${rule.name}`, message });
}

interface Move {
  readonly state: RuleState;
  readonly backtestId?: string;
  /** How the version is evaluated from now on; undefined if that does not change. */
  readonly spanKind?: SpanRow['kind'] | 'not';
  /** Other versions that this move retires. */
  readonly ends?: readonly RuleVersionRow[];
  /** The reason that the caller gave. */
  readonly reason?: string | undefined;
}

/**
 * Moves a version to another state. If the move changes the evaluated rules, it begins an edition, which is in force
 * with the commit.
 */
export async function moveRule<Name extends ErrorName = never>(
  { tx, caller, now, audit }: OperationContext,
  { bankId, rule, version }: Moving,
  { state, backtestId, spanKind, ends = [], reason }: Move,
): Promise<Success<{ body: BankRule }> | Failure<Name>> {
  const by = { now, by: caller.clientId };
  const edition = spanKind === undefined && ends.length === 0 ? undefined : await beginEdition(tx, bankId, now);
  for (const other of ends) {
    await moveVersion(tx, bankId, other, { state: 'RETIRED', ...by });
    if (edition !== undefined) await moveSpan(tx, bankId, other, undefined, edition);
  }
  await moveVersion(tx, bankId, version, { state, ...by, reason, ...(backtestId !== undefined && { backtestId }) });
  if (edition !== undefined && spanKind !== undefined) {
    await moveSpan(tx, bankId, version, spanKind === 'not' ? undefined : spanKind, edition);
  }
  const details = {
    version: version.version,
    ...(edition !== undefined && { edition: String(edition) }),
    ...(reason !== undefined && { reason }),
  };
  audit(bankId, `rule:${rule.name}`, `version ${state.toLowerCase()}`, details, {
    before: { version: version.version, state: version.state },
    after: { version: version.version, state },
    event: () => ({
      object: { kind: 'rule', id: rule.rule_id, version: version.version },
      before: { state: version.state },
      after: { state },
    }),
  });
  return ok({
    body: await toRuleResponse(tx, bankId, { rule, versions: await readVersions(tx, bankId, [rule.rule_id]) }),
  });
}
