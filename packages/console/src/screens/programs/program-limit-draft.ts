import { LIMIT_MEASURES, LIMIT_OF, type ProgramLimit, type ProgramLimitLevel } from '@cardwright/contract';
import {
  accountLimitOfDraft,
  isShared,
  type LimitDraft,
  limitDraftOf,
  newLimitDraft,
} from '../../parts/custom-limits/limit-draft.ts';
import type { TypedFault } from '../../parts/page/findings.tsx';

/** A limit of a program in the form. */
export interface ProgramLimitDraft extends LimitDraft {
  readonly level: ProgramLimitLevel;
  /** A stable key, because the user can edit the name. */
  readonly key: number;
}

export function programLimitDraft(limit: ProgramLimit, key: number): ProgramLimitDraft {
  return { ...limitDraftOf(limit, null), level: limit.level, key };
}

/** Adds a limit that counts each account separately. */
export function withNewLimit(drafts: readonly ProgramLimitDraft[]): ProgramLimitDraft {
  return { ...newLimitDraft(), level: 'account', key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1 };
}

/**
 * The limit as it is sent. A condition that is not JSON is sent as typed, so that the server reports it at its path.
 */
export function limitOfDraft(draft: ProgramLimitDraft): ProgramLimit {
  const { terms = { ...accountLimitOfDraft({ ...draft, where: '' }).terms, where: draft.where } } =
    accountLimitOfDraft(draft);
  return { ...terms, level: draft.level } as ProgramLimit;
}

/** The limits that a backtest can include. It excludes shared limits, because their usage depends on other accounts. */
export function backtestLimits(limits: readonly ProgramLimit[]): readonly ProgramLimit[] {
  return limits.filter(({ level }) => !isShared(level));
}

/** The shared limits, which a run does not include. */
export function sharedLimits(limits: readonly ProgramLimit[]): readonly ProgramLimit[] {
  return limits.filter(({ level }) => isShared(level));
}

/** Maps the faults of backtest limits to their positions among all limits. */
export function faultsOfBacktestLimits(
  faults: readonly TypedFault[],
  limits: readonly Pick<ProgramLimit, 'level'>[],
): readonly TypedFault[] {
  const places = limits.flatMap(({ level }, at) => (isShared(level) ? [] : [at]));
  return faults.map((fault) => ({
    ...fault,
    path: fault.path.replace(/^limits\[(\d+)\]/, (_whole, at: string) => `limits[${places[Number(at)]}]`),
  }));
}

/** Parses the shared limits of an address. Returns undefined if it holds none. */
export function parseSharedLimits(text: string | undefined): readonly ProgramLimit[] | undefined {
  if (text === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.every(isSharedLimit) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isSharedLimit(value: unknown): value is ProgramLimit {
  const { id, level, measure = 'amount', of = 'approvals' } = (value ?? {}) as { readonly [name: string]: unknown };
  const isKnown = LIMIT_MEASURES.some((one) => one === measure) && LIMIT_OF.some((one) => one === of);
  return isKnown && typeof id === 'string' && (level === 'bank' || level === 'program');
}
