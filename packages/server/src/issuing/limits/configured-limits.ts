import type { ProgramLimit } from '@cardwright/contract';
import { inDecimals, type Program, programAt, type StoredProgramLimit } from '../banks/program.ts';
import { countsTheSame, isShared, type Limit } from './limit.ts';
import { ofPayments } from './limit-measure.ts';
import { toTerms } from './limit-terms.ts';

/**
 * The limits of a version of a program (docs/interface/programs.md#limits), with amounts in the minor units of a
 * currency. Pure.
 */
export interface ConfiguredLimits {
  /** Limits that each account or card has for itself; undefined if there are none. */
  readonly programLimits: readonly Limit[] | undefined;
  /** Those of them that count payments; undefined if there are none. */
  readonly paymentLimits: readonly Limit[] | undefined;
  /** Limits that all accounts of the product, or of the bank, share. */
  readonly sharedLimits: readonly Limit[];
}

const NONE: ConfiguredLimits = { programLimits: undefined, paymentLimits: undefined, sharedLimits: [] };

/** A version never changes, so its limits are computed once for each number of decimals. */
const cache = new WeakMap<readonly StoredProgramLimit[], Map<number, ConfiguredLimits>>();

export function limitsOfProgram(program: Pick<Program, 'limits'> | undefined, exponent: number): ConfiguredLimits {
  if (program === undefined || program.limits.length === 0) return NONE;
  const byExponent = cache.get(program.limits) ?? new Map<number, ConfiguredLimits>();
  cache.set(program.limits, byExponent);
  const before = byExponent.get(exponent);
  if (before !== undefined) return before;
  const limits = program.limits.map((limit) => limitOf(limit, exponent));
  const ownLimits = limits.filter((limit) => !isShared(limit));
  const orNone = (some: readonly Limit[]) => (some.length === 0 ? undefined : some);
  const [programLimits, paymentLimits] = [orNone(ownLimits), orNone(ofPayments(ownLimits))];
  const of = { programLimits, paymentLimits, sharedLimits: limits.filter(isShared) };
  byExponent.set(exponent, of);
  return of;
}

function limitOf({ key, since, asked: request, assumedLists }: StoredProgramLimit, exponent: number): Limit {
  const { max, measure } = request;
  const cut = max !== undefined && measure === 'amount' ? { ...request, max: inDecimals(max, exponent) } : request;
  return {
    ...toTerms(cut, exponent, assumedLists),
    key,
    level: request.level,
    cardId: undefined,
    since: new Date(since),
  };
}

/**
 * Returns the limits that all versions of a program gave each account, one for each key. Stored counts refer to the
 * keys of earlier versions.
 */
export function allLimitsOfPrograms(versions: readonly Program[], exponent: number): readonly Limit[] {
  const limits = versions.flatMap((program) => limitsOfProgram(program, exponent).programLimits ?? []);
  return [...new Map(limits.map((limit) => [limit.key, limit])).values()];
}

/**
 * Returns the stored form of a new version's limits. A limit that differs only in `max` from one of the version that it
 * follows keeps its key and its count; any other limit starts from zero.
 */
export function saveLimits(
  limits: readonly ProgramLimit[],
  before: readonly Program[],
  { edition, exponent, from }: { readonly edition: bigint; readonly exponent: number; readonly from: Date },
): StoredProgramLimit[] {
  const earlier = programAt(before, from)?.limits ?? [];
  return limits.map((request, at) => {
    const same = earlier.find(
      (one) =>
        one.asked.id === request.id &&
        one.asked.level === request.level &&
        countsTheSame(toTerms(one.asked, exponent), toTerms(request, exponent)),
    );
    return same === undefined
      ? { key: `${edition}-${at}`, since: from.toISOString(), asked: request }
      : { key: same.key, since: same.since, asked: request };
  });
}
