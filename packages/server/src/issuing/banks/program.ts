import { LIMIT_FIELDS, type ListMembers, type ProgramLimit, type SettingsField, SWITCHES } from '@cardwright/contract';

/** What a product gives its accounts: one version of it (docs/interface/programs.md). Pure. */
export interface Program {
  readonly version: number;
  /** Undefined: from its commit on. */
  readonly inForceFrom: Date | undefined;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly defaults: ProgramFields;
  readonly ceilings: ProgramFields;
  readonly limits: readonly StoredProgramLimit[];
}

/** A limit that stands in a program, as it was sent. */
export interface StoredProgramLimit {
  /** One limit through all versions that differ in its max at most: no other of the bank has it. */
  readonly key: string;
  /** ISO 8601. */
  readonly since: string;
  readonly asked: ProgramLimit;
  /** The merchant lists that it names, of one that is only assumed. */
  readonly assumedLists?: { readonly edition: number; listOf(name: string): ListMembers } | undefined;
}

/** As they were sent: amounts as decimal texts. */
export type ProgramFields = Readonly<Partial<Record<SettingsField, string>>>;

/** The newest version whose time has come. */
export function programAt(versions: readonly Program[], at: Date): Program | undefined {
  let newest: Program | undefined;
  for (const one of versions) {
    const isDue = one.inForceFrom === undefined || one.inForceFrom <= at;
    if (isDue && (newest === undefined || newest.version < one.version)) newest = one;
  }
  return newest;
}

/** The version that is in force next, if no other is made. */
export function programAfter(versions: readonly Program[], at: Date): Program | undefined {
  const now = programAt(versions, at)?.version ?? 0;
  const waiting = versions.filter(({ version, inForceFrom }) => version > now && inForceFrom !== undefined);
  // of two that wait for the same moment the newer is in force then
  return waiting.toSorted((one, other) => comeFirst(one) - comeFirst(other) || other.version - one.version)[0];
}

function comeFirst({ inForceFrom }: Program): number {
  return inForceFrom?.getTime() ?? 0;
}

/** The same of a time that is over: a version was not there before it was made. */
export function programThen(versions: readonly Program[], at: Date): Program | undefined {
  const there = versions.filter(({ createdAt }) => createdAt <= at);
  return programAt(there, at);
}

const AMOUNTS: ReadonlySet<string> = new Set(LIMIT_FIELDS);

/** The fields with amounts in the decimals of an account's currency; further ones are cut off. */
export function inCurrency(fields: ProgramFields, exponent: number): ProgramFields {
  const written = Object.entries(fields).map(([field, value]) => {
    if (!AMOUNTS.has(field)) return [field, value];
    return [field, inDecimals(value, exponent)];
  });
  return Object.fromEntries(written) as ProgramFields;
}

/** An amount with so many decimals; further ones are cut off. */
export function inDecimals(amount: string, exponent: number): string {
  const [units = '0', decimals = ''] = amount.split('.');
  return exponent === 0 ? units : `${units}.${decimals.slice(0, exponent).padEnd(exponent, '0')}`;
}

/** The defaults that hold for an account that set some fields. A switch with a time was set, too. */
export function inheritedFields(
  stored: ProgramFields,
  program: Pick<Program, 'defaults'> | undefined,
  exponent: number,
): ProgramFields {
  if (program === undefined) return {};
  const own = new Set(Object.keys(stored));
  for (const name of SWITCHES) if (own.has(`${name}OnUntil`)) own.add(`${name}Status`);
  const inherited = Object.entries(inCurrency(program.defaults, exponent)).filter(([field]) => !own.has(field));
  return Object.fromEntries(inherited) as ProgramFields;
}

/** What an account has: what it set itself, and the defaults where it set nothing. */
export function withDefaults(
  stored: ProgramFields,
  program: Pick<Program, 'defaults'> | undefined,
  exponent: number,
): ProgramFields {
  return program === undefined ? stored : { ...inheritedFields(stored, program, exponent), ...stored };
}
