import { LIMIT_MEASURES, LIMIT_OF, type LimitLevel, type ProgramLimit } from '@cardwright/contract';
import {
  accountLimitOfDraft,
  isShared,
  type LimitDraft,
  limitDraftOf,
  newLimitDraft,
} from '../../parts/custom-limits/limit-draft.ts';
import type { TypedFault } from '../../parts/page/findings.tsx';

/** A limit of a program as it is typed. */
export interface ProgramLimitDraft extends LimitDraft {
  readonly level: LimitLevel;
  /** Tells it from the others: its name is typed, too. */
  readonly key: number;
}

export function programLimitDraft(limit: ProgramLimit, key: number): ProgramLimitDraft {
  return { ...limitDraftOf(limit, null), level: limit.level, key };
}

/** One more, of each account by itself. */
export function withNewLimit(drafts: readonly ProgramLimitDraft[]): ProgramLimitDraft {
  return { ...newLimitDraft(), level: 'account', key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1 };
}

/** As it is sent. A condition that is no JSON is sent as it was typed: the server says at its place that it is none. */
export function limitOfDraft(draft: ProgramLimitDraft): ProgramLimit {
  const { terms = { ...accountLimitOfDraft({ ...draft, where: '' }).terms, where: draft.where } } =
    accountLimitOfDraft(draft);
  return { ...terms, level: draft.level } as ProgramLimit;
}

/** Those that can be tried on the past: what other accounts used of a limit that they share is not in the past of one. */
export function backtestLimits(limits: readonly ProgramLimit[]): readonly ProgramLimit[] {
  return limits.filter(({ level }) => !isShared(level));
}

/** The others: a run does not hold them. */
export function sharedLimits(limits: readonly ProgramLimit[]): readonly ProgramLimit[] {
  return limits.filter(({ level }) => isShared(level));
}

/** What is wrong with limits that were tried, by their places among all of them. */
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

/** Limits that accounts share, as an address holds them; undefined where it holds none. */
export function parseSharedLimits(written: string | undefined): readonly ProgramLimit[] | undefined {
  if (written === undefined) return undefined;
  try {
    const read: unknown = JSON.parse(written);
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
