import {
  LIMIT_FIELDS,
  type ListMembers,
  type ProgramLimit,
  type ProgramProvisioning,
  type SettingsField,
  SWITCHES,
} from '@cardwright/contract';

/** One version of a product's program: the defaults, ceilings and limits of its accounts (docs/interface/programs.md). Pure. */
export interface Program {
  readonly version: number;
  /** Undefined if the version is in force from its commit on. */
  readonly inForceFrom: Date | undefined;
  readonly createdAt: Date;
  readonly createdBy: string;
  readonly defaults: ProgramFields;
  readonly ceilings: ProgramFields;
  readonly limits: readonly StoredProgramLimit[];
  /** Undefined if the version does not set it. */
  readonly provisioning?: ProgramProvisioning | undefined;
}

/** A limit of a program, as the request sent it. */
export interface StoredProgramLimit {
  /** Identifies the limit within the bank. Versions of the limit that differ only in `max` share the key. */
  readonly key: string;
  /** ISO 8601. */
  readonly since: string;
  readonly asked: ProgramLimit;
  /** For a proposed limit: the merchant lists that its condition names. */
  readonly assumedLists?: { readonly edition: number; listOf(name: string): ListMembers } | undefined;
}

/** Values as the request sent them; amounts are decimal texts. */
export type ProgramFields = Readonly<Partial<Record<SettingsField, string>>>;

/** Returns the version in force: the newest of those that are due. */
export function programAt(versions: readonly Program[], at: Date): Program | undefined {
  let newest: Program | undefined;
  for (const one of versions) {
    const isDue = one.inForceFrom === undefined || one.inForceFrom <= at;
    if (isDue && (newest === undefined || newest.version < one.version)) newest = one;
  }
  return newest;
}

/** Returns the version that comes into force next, unless a newer one is created. */
export function programAfter(versions: readonly Program[], at: Date): Program | undefined {
  const now = programAt(versions, at)?.version ?? 0;
  const upcoming = versions.filter(({ version, inForceFrom }) => version > now && inForceFrom !== undefined);
  // if two versions wait for the same moment, the newer one comes into force
  return upcoming.toSorted((one, other) => comeFirst(one) - comeFirst(other) || other.version - one.version)[0];
}

function comeFirst({ inForceFrom }: Program): number {
  return inForceFrom?.getTime() ?? 0;
}

/** Returns the version in force at a past moment. Ignores versions that were created later. */
export function programThen(versions: readonly Program[], at: Date): Program | undefined {
  const there = versions.filter(({ createdAt }) => createdAt <= at);
  return programAt(there, at);
}

const AMOUNTS: ReadonlySet<string> = new Set(LIMIT_FIELDS);

/** Returns the fields with amounts in the decimals of an account's currency. Cuts off further decimals. */
export function inCurrency(fields: ProgramFields, exponent: number): ProgramFields {
  const entries = Object.entries(fields).map(([field, value]) => {
    if (!AMOUNTS.has(field)) return [field, value];
    return [field, inDecimals(value, exponent)];
  });
  return Object.fromEntries(entries) as ProgramFields;
}

/** Returns an amount with `exponent` decimals. Cuts off further decimals. */
export function inDecimals(amount: string, exponent: number): string {
  const [units = '0', decimals = ''] = amount.split('.');
  return exponent === 0 ? units : `${units}.${decimals.slice(0, exponent).padEnd(exponent, '0')}`;
}

/** Returns the defaults of the fields that an account did not set. A switch with only a time counts as set. */
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

/** Returns the settings of an account: its own values, and the program's defaults for all other fields. */
export function withDefaults(
  stored: ProgramFields,
  program: Pick<Program, 'defaults'> | undefined,
  exponent: number,
): ProgramFields {
  return program === undefined ? stored : { ...inheritedFields(stored, program, exponent), ...stored };
}
