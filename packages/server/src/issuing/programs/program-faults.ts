import {
  type BodyError,
  type Finding,
  LIMIT_FIELDS,
  type ProgramCeilings,
  type ProgramDefaults,
  type ProgramLimit,
} from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import { parseAmount } from '../../platform/kernel/money.ts';
import type { ProgramFields } from '../banks/index.ts';
import { findPatchFaults } from '../card-settings/index.ts';
import { programLimitFaults } from './program-limits.ts';

/** Returns the faults of a program that its schema cannot find. The checks of a settings update apply to its defaults. */
export function programFaults(
  {
    defaults = {},
    ceilings = {},
    limits = [],
  }: {
    readonly defaults?: ProgramDefaults;
    readonly ceilings?: ProgramCeilings;
    /** A limit that breaks its schema is undefined. */
    readonly limits?: readonly (ProgramLimit | undefined)[] | undefined;
  },
  bank: Bank,
  now: Date,
): Finding<BodyError>[] {
  const { exponent } = bank.currency;
  const inDefaults = findPatchFaults(defaults as ProgramFields, { bank, now, exponent, stored: {} });
  return [
    ...inDefaults.map((finding) => ({ ...finding, path: finding.path.replace('body.cardSettings', 'defaults') })),
    ...Object.entries(ceilings).flatMap(([field, value]) =>
      parseAmount(value, exponent) === undefined
        ? [
            {
              path: `ceilings.${field}`,
              error: 'wrong_format' as const,
              message: `must have at most ${exponent} decimals, and at most 18 digits`,
            },
          ]
        : [],
    ),
    ...programLimitFaults(limits, exponent),
  ];
}

/** Warns about ceilings that are below the program's own defaults. */
export function ceilingsBelowDefaults(defaults: ProgramFields, ceilings: ProgramFields, exponent: number) {
  return LIMIT_FIELDS.flatMap((field) => {
    const [value, most] = [defaults[field], ceilings[field]];
    if (value === undefined || most === undefined) return [];
    if ((parseAmount(value, exponent) ?? 0n) <= (parseAmount(most, exponent) ?? 0n)) return [];
    const message = `The default ${value} is above the ceiling ${most}: accounts that set nothing have more than others may set`;
    return [{ warning: 'CEILING_BELOW_DEFAULT' as const, field, message }];
  });
}
