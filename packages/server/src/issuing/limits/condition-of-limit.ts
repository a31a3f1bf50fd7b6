import {
  type Condition,
  checkCondition,
  judgeCondition,
  type LimitThatWasSet,
  namedLimits,
  type RuleCondition,
  type SetLimit,
} from '@cardwright/contract';
import type { Tx } from '../../platform/storage/index.ts';
import { type ListOverrides, type ListsAtTime, readUncachedLists, withListOverrides } from '../merchant-lists/index.ts';
import { findUnknownLimits, listFaults, type RuleFinding, readEdition } from '../rules/index.ts';
import { listsOfLimits } from './limit.ts';
import { checkedCondition, subjectOfMeasure } from './limit-terms.ts';

type LimitCondition = Pick<SetLimit, 'where' | 'measure'>;

/** Returns the faults of the merchant lists that a limit's condition names; `limitFaults` finds all other faults. */
export async function merchantListFaults(
  tx: Tx,
  bankId: string,
  { where, measure }: LimitCondition,
  path: string,
  overrides?: ListOverrides,
): Promise<RuleFinding[]> {
  if (where === undefined) return [];
  const check = checkCondition(where as never, path, subjectOfMeasure(measure));
  return check.condition === undefined ? [] : await listFaults(tx, bankId, check.lists, overrides);
}

/**
 * Reads the merchant lists that proposed limits name, in the current edition, and reports faults. `path` is the
 * position of a list of limits in the request.
 */
export async function readAssumedLists(
  tx: Tx,
  bankId: string,
  parts: readonly { readonly path: string; readonly limits: readonly LimitCondition[] }[],
  overrides: ListOverrides = new Map(),
): Promise<{ readonly findings: readonly RuleFinding[]; readonly lists: ListsAtTime | undefined }> {
  const findings: RuleFinding[] = [];
  for (const { path, limits } of parts) {
    for (const [at, limit] of limits.entries()) {
      findings.push(...(await merchantListFaults(tx, bankId, limit, `${path}[${at}].where`, overrides)));
    }
  }
  const conditions = parts.flatMap(({ limits }) => limits.flatMap((limit) => checkedCondition(limit) ?? []));
  const names = listsOfLimits(conditions.map((where) => ({ where })));
  if (findings.length > 0 || names.length === 0) return { findings, lists: undefined };
  const lists = await readUncachedLists(tx, bankId, names, await readEdition(tx, bankId));
  return { findings, lists: withListOverrides(lists, overrides) };
}

const WARNINGS = {
  'condition-never-met': ['CONDITION_NEVER_MET', 'No message meets the condition, so the limit counts nothing'],
  'condition-always-met': ['CONDITION_ALWAYS_MET', 'Every message meets the condition, as if there were none'],
} as const;

/** Warns about a valid condition that is probably a mistake. */
export async function conditionWarnings(
  tx: Tx,
  bankId: string,
  rawWhere: RuleCondition | undefined,
): Promise<LimitThatWasSet['warnings']> {
  if (rawWhere === undefined) return [];
  // conditions of both subjects have the same form
  const where = rawWhere as Condition;
  const strange = judgeCondition(where);
  const [warning, message] = strange === undefined ? [] : WARNINGS[strange];
  const unknown = await findUnknownLimits(tx, bankId, namedLimits(where, 'where'));
  return [
    ...(warning === undefined ? [] : [{ warning, message }]),
    ...unknown.map(({ path, name, isSum }) => ({
      warning: 'CONDITION_LIMIT_UNKNOWN' as const,
      message: `${path}: no account, card or token has a limit ${name} that ${isSum ? 'sums amounts' : 'counts messages or merchants'}, so it is always 0`,
    })),
  ];
}
