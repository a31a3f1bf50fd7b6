import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import type { BenchDatabase } from './bench-database.ts';
import { benchMessage } from './load-job.ts';

/**
 * The statements of one transaction for each request, sent by pgbench, the load program of PostgreSQL: without HTTP and
 * Node.
 */
export interface Pgbench {
  readonly version: string;
  /** The command of a run, for the report. */
  command(clients: number, seconds: number): string;
  /** Returns transactions a second. */
  run(clients: number, seconds: number): Promise<number>;
}

const DEBIAN = '/usr/lib/postgresql';

function findPgbench(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  try {
    const versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
    folders.push(...versions.map((version) => join(DEBIAN, version, 'bin')));
  } catch {
    // The system has another layout.
  }
  return folders.map((folder) => join(folder, 'pgbench')).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * pgbench cannot compute a keyed hash, so it reads the hash of a card by its position, in the statement that looks up
 * the card: one more index lookup. Its messages differ in card, key and reference, as those over HTTP do, and the texts
 * have the same size.
 */
const SCRIPT = `\\set position random(1, :cards)
\\set key random(1, 4611686018427387903)
\\set reference random(1, 999999999999)
\\set code random(100000, 999999)
begin;
select c.card_id, c.account_id, c.bank_id, c.status, c.expiry, c.sequence_number, a.currency, a.available_minor, a.funds_check from bench_hashes h join vault_card_numbers v on v.bank_id = h.bank_id and v.lookup_version = 1 and v.lookup_hash = h.lookup_hash join cards c on c.bucket = account_bucket(v.account_id) and c.account_id = v.account_id and c.card_id = v.card_id join accounts a on a.bucket = account_bucket(v.account_id) and a.account_id = v.account_id where h.position = :position for update of a
\\gset
select message, action_code, approval_code, rule, settlement_date from authorizations where bucket = account_bucket(:account_id) and account_id = :account_id and message_key = :key and bank_id = :bank_id and decided_at > now() - interval '90 days';
update accounts set available_minor = available_minor - 2500, reserved_minor = reserved_minor + 2500 where bucket = account_bucket(:account_id) and account_id = :account_id;
insert into authorizations (bucket, bank_id, account_id, message_key, decided_at, retrieval_reference, card_id, billing_minor, reserved_minor, system_trace, sender, settlement_date, rule_version, state, acquirer, action_code, approval_code, rule, message, trace) values (account_bucket(:account_id), :bank_id, :account_id, :key, now(), :reference, :card_id, 2500, 2500, 1, 1, current_date, 1, 'A', '123456', '00', :code, 'APPROVED', :message, :trace);
commit;
`;

/** Prepares the statements. Returns undefined if pgbench is not installed. */
export async function preparePgbench(database: BenchDatabase, cards: number): Promise<Pgbench | undefined> {
  const program = findPgbench();
  if (program === undefined) return undefined;
  const script = join(database.folder, 'usual-way.sql');
  await writeFile(script, SCRIPT);
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    await client.query('create table bench_hashes (position int primary key, bank_id text, lookup_hash bytea)');
    await client.query('insert into bench_hashes select card_id, bank_id, lookup_hash from vault_card_numbers');
    await client.query('vacuum (analyze, freeze) bench_hashes');
  } finally {
    await client.end();
  }
  const { host, port, user, database: name } = database.connection;
  const constants = [`cards=${cards}`, `message=${MESSAGE}`, `trace=${TRACE}`];
  const args = (clients: number, seconds: number) => [
    ...['-n', '-M', 'prepared', '-f', script, '-c', String(clients), '-j', String(Math.min(clients, 2))],
    ...['-T', String(Math.ceil(seconds)), '-h', host, '-p', String(port), '-U', user],
    ...constants.flatMap((constant) => ['-D', constant]),
    name,
  ];
  return {
    version: spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim(),
    command: (clients, seconds) =>
      `pgbench -n -M prepared -f <statements of the usual way> -c ${clients} -j 2 -T ${Math.ceil(seconds)}`,
    run: async (clients, seconds) => readRate(await output(program, args(clients, seconds))),
  };
}

const MESSAGE = JSON.stringify(benchMessage('660000******0000', '0'.repeat(12), '3012'));
const TRACE = JSON.stringify([
  ['FORMAT', 0],
  ['CARD_FOUND', 'full', 1],
  ['DUPLICATE', false],
  ['CARD_STATUS', 'ACTIVE'],
  ['EXPIRY_SEQUENCE', '3012', '3012', '2026-11-20', '001', '001'],
  ['CURRENCY', '784', '784'],
  ['AMOUNT', '2500', '2500'],
  ['FUNDS', true, '1000000000000', '999999997500'],
]);

function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`pgbench failed:\n${complaint}`))));
  });
}

function readRate(report: string): number {
  const rate = /^tps = ([\d.]+)/m.exec(report)?.[1];
  if (rate === undefined) throw new Error(`pgbench printed no rate:\n${report}`);
  return Number(rate);
}
