import { queryOne, statement, type Tx } from '../../platform/storage/index.ts';
import type { FileFacts } from './file-content.ts';

export interface NewRun {
  readonly runNumber: number;
  readonly claimedAt: Date;
  readonly actor: string;
  readonly host: string;
  readonly cardCount: number;
  readonly fileFacts: FileFacts;
  readonly contentSha256: Buffer;
}

const insertRunStatement = statement(
  'embossing.insert-run',
  `insert into embossing_runs (bank_id, run_number, state, taken_at, actor, host, card_count, content_sha256,
     file_facts)
   values ($1, $2, 'TAKEN', $3, $4, $5, $6, $7, $8)`,
);

export async function insertRun(tx: Tx, bankId: string, run: NewRun): Promise<void> {
  const { runNumber, claimedAt, actor, host, cardCount, contentSha256, fileFacts } = run;
  const values = [bankId, runNumber, claimedAt, actor, host, cardCount, contentSha256, JSON.stringify(fileFacts)];
  await tx.query(insertRunStatement, values);
}

export interface RunRow {
  run_number: number;
  state: 'TAKEN' | 'WRITTEN';
  taken_at: Date;
  actor: string;
  host: string;
  card_count: number;
  file_facts: FileFacts;
  content_sha256: Buffer;
  file_name: string | null;
  file_sha256: Buffer | null;
  recipient: string | null;
  written_at: Date | null;
  reprints: number;
}

const COLUMNS = `run_number, state, taken_at, actor, host, card_count, file_facts, content_sha256, file_name, file_sha256,
  recipient, written_at, reprints`;

const selectRun = statement(
  'embossing.select-run',
  `select ${COLUMNS} from embossing_runs where bank_id = $1 and run_number = $2`,
);

export async function readRun(tx: Tx, bankId: string, runNumber: number): Promise<RunRow | undefined> {
  return (await tx.query<RunRow>(selectRun, [bankId, runNumber]))[0];
}

const selectUnfinished = statement(
  'embossing.select-unfinished',
  `select ${COLUMNS} from embossing_runs where bank_id = $1 and state = 'TAKEN' order by run_number`,
);

/** Reads runs whose file may be incomplete: at most one, unless another file has the name of a run's file. */
export function readUnfinishedRuns(tx: Tx, bankId: string): Promise<RunRow[]> {
  return tx.query(selectUnfinished, [bankId]);
}

const selectRuns = statement(
  'embossing.select-runs',
  `select ${COLUMNS} from embossing_runs where bank_id = $1 order by run_number desc limit $2`,
);

/** Lists the most recent runs, newest first. */
export function listRuns(tx: Tx, bankId: string, most: number): Promise<RunRow[]> {
  return tx.query(selectRuns, [bankId, most]);
}

const updateFile = statement(
  'embossing.set-file',
  `update embossing_runs set file_name = $3, file_sha256 = $4, recipient = $5 where bank_id = $1 and run_number = $2`,
);

/** Stores name and hash of the file before the file gets its name, so that it is recognized after a crash. */
export async function setFile(
  tx: Tx,
  bankId: string,
  runNumber: number,
  file: { name: string; sha256: Buffer; recipient: string | null },
): Promise<void> {
  await tx.query(updateFile, [bankId, runNumber, file.name, file.sha256, file.recipient]);
}

const markWritten = statement(
  'embossing.set-written',
  `update embossing_runs set state = 'WRITTEN', written_at = $3 where bank_id = $1 and run_number = $2 and state = 'TAKEN'`,
);

export async function markRunWritten(tx: Tx, bankId: string, runNumber: number, now: Date): Promise<void> {
  await tx.query(markWritten, [bankId, runNumber, now]);
}

const countReprint = statement(
  'embossing.count-reprint',
  `update embossing_runs set reprints = reprints + 1 where bank_id = $1 and run_number = $2 returning reprints`,
);

/** Takes the number of the next reprint of a run. */
export async function nextReprint(tx: Tx, bankId: string, runNumber: number): Promise<number> {
  return (await queryOne<{ reprints: number }>(tx, countReprint, [bankId, runNumber])).reprints;
}
