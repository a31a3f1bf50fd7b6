import type { InsuranceCode, InsuranceParameters } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { CardKey } from '../cards/index.ts';
import type { EnrolmentStatus } from './enrolment.ts';

export interface ProgramRow {
  code: InsuranceCode;
  name: string;
  parameters: InsuranceParameters;
}

export interface CardProgramRow extends ProgramRow {
  status: EnrolmentStatus;
}

const upsertProgramStatement = statement(
  'insurance.upsert-program',
  `insert into insurance_programs (bank_id, code, name, parameters) values ($1, $2, $3, $4)
   on conflict (bank_id, code) do update set name = excluded.name, parameters = excluded.parameters`,
);

export async function upsertInsuranceProgram(tx: Tx, bankId: string, program: ProgramRow): Promise<void> {
  const { code, name, parameters } = program;
  await tx.query(upsertProgramStatement, [bankId, code, name, JSON.stringify(parameters)]);
}

const selectProgram = statement(
  'insurance.select-program',
  'select code, name, parameters from insurance_programs where bank_id = $1 and code = $2',
);

export async function readBankProgram(tx: Tx, bankId: string, code: InsuranceCode): Promise<ProgramRow | undefined> {
  return (await tx.query<ProgramRow>(selectProgram, [bankId, code]))[0];
}

const selectCardPrograms = statement(
  'insurance.select-held-programs',
  `select p.code, p.name, p.parameters, e.status
     from insurance_enrolments e join insurance_programs p on p.bank_id = e.bank_id and p.code = e.code
    where e.bucket = account_bucket($2) and e.account_id = $2 and e.card_id = $3 and e.bank_id = $1
      and ($4::text is null or e.code = $4)
    order by e.code`,
);

/** Reads the programs that the card holds or held, by code. With a code, reads only that program. */
export function readCardPrograms(
  tx: Tx,
  bankId: string,
  key: CardKey,
  code?: InsuranceCode,
): Promise<CardProgramRow[]> {
  return tx.query(selectCardPrograms, [bankId, key.account_id, key.card_id, code ?? null]);
}

const setStatusStatement = statement(
  'insurance.set-status',
  `insert into insurance_enrolments (bucket, account_id, card_id, code, bank_id, status, version)
   values (account_bucket($2), $2, $3, $4, $1, $5, 1)
   on conflict (bucket, account_id, card_id, code) do update
     set status = excluded.status, version = insurance_enrolments.version + 1
   returning version`,
);
const insertHistory = statement(
  'insurance.insert-history',
  `insert into insurance_history (bucket, account_id, card_id, code, version, bank_id, from_status, to_status, actor,
     changed_at)
   values (account_bucket($2), $2, $3, $4, $5, $1, $6, $7, $8, $9)`,
);

export interface EnrolmentChange {
  code: InsuranceCode;
  from: EnrolmentStatus | undefined;
  to: EnrolmentStatus;
  actor: string;
}

/** Stores the new status of the program and adds it to the history. The caller holds the account's lock. */
export async function changeEnrolment(
  tx: Tx,
  bankId: string,
  key: CardKey,
  { code, from, to, actor }: EnrolmentChange,
  now: Date,
): Promise<void> {
  const card = [bankId, key.account_id, key.card_id, code];
  const { version } = await queryOne<{ version: number }>(tx, setStatusStatement, [...card, to]);
  await tx.query(insertHistory, [...card, version, from ?? null, to, actor, now]);
}
