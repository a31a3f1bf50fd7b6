import { statement, type Tx } from '../../platform/storage/index.ts';
import type { Program } from './program.ts';

export interface ProgramVersionStored {
  product_code: string;
  version: number;
  definition: string;
  in_force_from: Date | null;
  created_at: Date;
  created_by: string;
}

export function programOf(row: ProgramVersionStored): Program {
  const definition = JSON.parse(row.definition) as Pick<Program, 'defaults' | 'ceilings'> &
    Partial<Pick<Program, 'limits' | 'provisioning'>>;
  return {
    version: row.version,
    inForceFrom: row.in_force_from ?? undefined,
    createdAt: row.created_at,
    createdBy: row.created_by,
    defaults: definition.defaults,
    ceilings: definition.ceilings,
    // older versions were stored before programs had limits
    limits: definition.limits ?? [],
    provisioning: definition.provisioning,
  };
}

const selectPrograms = statement(
  'banks.select-programs',
  `select product_code, version, definition, in_force_from, created_at, created_by from programs
    where bank_id = $1 and product_code = $2 order by version desc`,
);

/** Reads all versions of a program, newest first. */
export async function readProgramVersions(tx: Tx, bankId: string, productCode: string): Promise<Program[]> {
  return (await tx.query<ProgramVersionStored>(selectPrograms, [bankId, productCode])).map(programOf);
}

const selectOfBank = statement(
  'banks.select-programs-of-bank',
  `select product_code, version, definition, in_force_from, created_at, created_by from programs
    where bank_id = $1 order by product_code, version desc`,
);

/** Reads all versions of the programs of a bank, by product. */
export async function listProgramsOfBank(tx: Tx, bankId: string): Promise<ReadonlyMap<string, readonly Program[]>> {
  const programs = new Map<string, Program[]>();
  for (const row of await tx.query<ProgramVersionStored>(selectOfBank, [bankId])) {
    programs.set(row.product_code, [...(programs.get(row.product_code) ?? []), programOf(row)]);
  }
  return programs;
}

const takeVersion = statement(
  'banks.take-program-version',
  `update products set program_version = program_version + 1 where bank_id = $1 and product_code = $2
   returning program_version as version`,
);
const insertProgramStatement = statement(
  'banks.insert-program',
  `insert into programs (bank_id, product_code, version, definition, in_force_from, created_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Adds a version. Returns undefined if the bank has no such product. */
export async function insertProgram(
  tx: Tx,
  bankId: string,
  productCode: string,
  program: Omit<Program, 'version'>,
): Promise<Program | undefined> {
  const [assigned] = await tx.query<{ version: number }>(takeVersion, [bankId, productCode]);
  if (assigned === undefined) return undefined;
  const { inForceFrom, createdAt, createdBy, defaults, ceilings, limits, provisioning } = program;
  await tx.query(insertProgramStatement, [
    bankId,
    productCode,
    assigned.version,
    JSON.stringify({ defaults, ceilings, limits, provisioning }),
    inForceFrom ?? null,
    createdAt,
    createdBy,
  ]);
  return { ...program, version: assigned.version };
}
