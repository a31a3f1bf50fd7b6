import { type Program, programAt } from '../../banks/index.ts';
import { activeSharedLimits, isOfProvisionings, type SharedLimit } from '../../limits/index.ts';

/** The programs of a bank that are in force at one time. */
export interface ProgramsInForce {
  /** The programs in force, by product code. */
  readonly programs: ReadonlyMap<string, Program>;
  /** Whether any product has shared limits. */
  readonly sharesLimits: boolean;
  /** The shared limits of a product, then those of the whole bank; undefined if there are none. */
  sharedOf(productCode: string): readonly SharedLimit[] | undefined;
}

/** All versions of the programs of a bank, in one edition. */
export interface BankPrograms {
  readonly edition: bigint;
  at(now: Date): ProgramsInForce;
}

/** @param exponent the exponent of the bank's currency, in which shared limits count amounts */
export function createBankPrograms(
  edition: bigint,
  versions: ReadonlyMap<string, readonly Program[]>,
  exponent: number,
): BankPrograms {
  const times = [...versions.values()]
    .flatMap((all) => all.flatMap(({ inForceFrom }) => inForceFrom?.getTime() ?? []))
    .sort((one, other) => one - other);
  let versionsInForce:
    | { readonly fromMs: number; readonly untilMs: number; readonly inForce: ProgramsInForce }
    | undefined;
  return {
    edition,
    at(now) {
      const ms = now.getTime();
      if (versionsInForce === undefined || ms < versionsInForce.fromMs || ms >= versionsInForce.untilMs) {
        const fromMs = times.findLast((time) => time <= ms) ?? Number.NEGATIVE_INFINITY;
        const untilMs = times.find((time) => time > ms) ?? Number.POSITIVE_INFINITY;
        versionsInForce = { fromMs, untilMs, inForce: inForceAt(versions, exponent, now) };
      }
      return versionsInForce.inForce;
    },
  };
}

function inForceAt(versions: ReadonlyMap<string, readonly Program[]>, exponent: number, now: Date): ProgramsInForce {
  const programs = new Map<string, Program>();
  for (const [productCode, all] of versions) {
    const program = programAt(all, now);
    if (program !== undefined) programs.set(productCode, program);
  }
  // payments do not count towards limits on provisionings, so they do not lock those counters
  const sharedLimits = activeSharedLimits(versions, exponent, now).filter(({ limit }) => !isOfProvisionings(limit));
  const ofBank = sharedLimits.filter(({ limit }) => limit.level === 'bank');
  const ofProduct = new Map<string, readonly SharedLimit[]>();
  for (const productCode of programs.keys()) {
    const programLimits = sharedLimits.filter(
      (one) => one.productCode === productCode && one.limit.level === 'program',
    );
    if (programLimits.length > 0) ofProduct.set(productCode, [...programLimits, ...ofBank]);
  }
  const forAll = ofBank.length === 0 ? undefined : ofBank;
  return {
    programs,
    sharesLimits: sharedLimits.length > 0,
    sharedOf: (productCode) => ofProduct.get(productCode) ?? forAll,
  };
}
