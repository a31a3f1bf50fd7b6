import { queryOne, statement, type Tx } from '../storage/index.ts';
import type { LogRow } from './chain.ts';
import { LOG_COLUMNS } from './chain-store.ts';

const selectOwners = statement(
  'audit.select-owners',
  `select bank_id from banks union select bank_id from audit_log union select bank_id from audit_queue
    union select bank_id from audit_chain union select bank_id from audit_seals union select bank_id from audit_anchors
    order by 1`,
);

/** Finds every log that exists or existed: of banks, of acquirers, of the operator. */
export async function findOwners(tx: Tx): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectOwners, [])).map((row) => row.bank_id);
}

// one statement, so that all values belong to one moment: a seal is written together with the rows that it seals
const selectEnds = statement(
  'audit.select-ends',
  `select max(last_link) as last_link, max(last_seal) as last_seal, max(waiting) as waiting
     from (select max(chain_no) as last_link, null::bigint as last_seal, null::bigint as waiting
             from audit_chain where bank_id = $1
           union all select null, max(chain_no), null from audit_seals where bank_id = $1
           union all select null, null, count(*) from audit_queue where bank_id = $1) ends`,
);

export interface Ends {
  last_link: bigint | null;
  last_seal: bigint | null;
  waiting: bigint;
}

export async function readEnds(tx: Tx, bankId: string): Promise<Ends> {
  return await queryOne<Ends>(tx, selectEnds, [bankId]);
}

const selectAnchor = statement(
  'audit.select-anchor',
  `select chain_no, chain_hash, kept_from, made_at, key_version, mac from audit_anchors
    where bank_id = $1 order by kept_from desc limit 1`,
);

export interface AnchorRow {
  chain_no: bigint;
  chain_hash: Buffer;
  kept_from: Date;
  made_at: Date;
  key_version: number;
  mac: Buffer;
}

export async function readAnchor(tx: Tx, bankId: string): Promise<AnchorRow | undefined> {
  const [anchor] = await tx.query<AnchorRow>(selectAnchor, [bankId]);
  return anchor;
}

const selectLinks = statement(
  'audit.select-links',
  `select c.chain_no, c.audit_id as chained_id, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as chained_at,
          c.row_hash, c.chain_hash, c.sealed_at, ${LOG_COLUMNS}
     from audit_chain c
     left join audit_log l on l.bank_id = c.bank_id and l.audit_id = c.audit_id and l.at = c.at
    where c.bank_id = $1 and (c.chain_no, c.audit_id) > ($2, $3) and c.chain_no <= $4
    order by c.chain_no, c.audit_id limit $5`,
);

/** A link of the chain, with its log row if that exists. */
export type LinkRow = {
  chain_no: bigint;
  chained_id: bigint;
  chained_at: string;
  row_hash: Buffer;
  chain_hash: Buffer;
  sealed_at: Date;
} & (LogRow | { audit_id: null });

/** Returns the page of the chain that follows this number and id. */
export function readLinks(
  tx: Tx,
  bankId: string,
  after: { chainNo: bigint; auditId: bigint },
  until: bigint,
  most: number,
): Promise<LinkRow[]> {
  return tx.query(selectLinks, [bankId, after.chainNo, after.auditId, until, most]);
}

const selectSeals = statement(
  'audit.select-seals',
  `select chain_no, chain_hash, sealed_at, key_version, mac from audit_seals
    where bank_id = $1 and (chain_no, sealed_at) > ($2, $3) and chain_no <= $4 order by chain_no, sealed_at limit $5`,
);

export interface SealRow {
  chain_no: bigint;
  chain_hash: Buffer;
  sealed_at: Date;
  key_version: number;
  mac: Buffer;
}

export function readSeals(
  tx: Tx,
  bankId: string,
  after: { chainNo: bigint; sealedAt: Date },
  until: bigint,
  most: number,
): Promise<SealRow[]> {
  return tx.query(selectSeals, [bankId, after.chainNo, after.sealedAt, until, most]);
}

const selectTimes = statement(
  'audit.select-times',
  `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from audit_log
    where bank_id = $1 and audit_id = $2`,
);

/** Returns the times of the log rows with this id. */
export async function readTimesOf(tx: Tx, bankId: string, auditId: bigint): Promise<string[]> {
  return (await tx.query<{ at: string }>(selectTimes, [bankId, auditId])).map((row) => row.at);
}

// reads a page of the log first and filters it: a query for strays only would scan everything before it returns
const selectStrays = statement(
  'audit.select-strays',
  `with page as materialized (
     select bank_id, audit_id, at from audit_log where bank_id = $1 and (audit_id, at) > ($2, $3::timestamptz)
      order by audit_id, at limit $4
   )
   select max(p.audit_id) as last_id, count(*)::int as rows,
          (select max(l.at)::text from page l where l.audit_id = (select max(audit_id) from page)) as last_at,
          coalesce(array_agg(p.audit_id) filter (where
            not exists (select from audit_chain c where c.bank_id = $1 and c.audit_id = p.audit_id and c.at = p.at)
            and not exists (select from audit_queue q where q.bank_id = $1 and q.audit_id = p.audit_id and q.at = p.at)
          ), '{}') as strays
     from page p`,
);

/** Returns the ids of a page's log rows that are neither in the chain nor in the queue. */
export async function findStrays(
  tx: Tx,
  bankId: string,
  after: { auditId: bigint; at: string },
  most: number,
): Promise<{ rows: number; strays: bigint[]; last: { auditId: bigint; at: string } }> {
  const page = await queryOne<{ last_id: bigint | null; last_at: string; rows: number; strays: string[] }>(
    tx,
    selectStrays,
    [bankId, after.auditId, after.at, most],
  );
  const last = page.last_id === null ? after : { auditId: page.last_id, at: page.last_at };
  return { rows: page.rows, strays: page.strays.map(BigInt), last };
}

const selectMissing = statement(
  'audit.select-lost',
  `select q.audit_id from audit_queue q
    where q.bank_id = $1
      and not exists (select from audit_log l where l.bank_id = q.bank_id and l.audit_id = q.audit_id and l.at = q.at)
    order by 1 limit $2`,
);

/** Returns the ids of rows that were removed from the log before they were sealed. */
export async function findMissing(tx: Tx, bankId: string, most: number): Promise<bigint[]> {
  return (await tx.query<{ audit_id: bigint }>(selectMissing, [bankId, most])).map((row) => row.audit_id);
}

const selectNotes = statement(
  'audit.select-notes',
  `select audit_id, details::text as details from audit_log
    where bank_id = $1 and operation = $2 and audit_id > $3 order by audit_id limit $4`,
);

/** Reads the heads that are recorded in the operator's log. */
export function readNotes(
  tx: Tx,
  bankId: string,
  operation: string,
  after: bigint,
  most: number,
): Promise<{ audit_id: bigint; details: string }[]> {
  return tx.query(selectNotes, [bankId, operation, after, most]);
}

const selectHashes = statement(
  'audit.select-hashes',
  `select noted.chain_no, c.chain_hash from unnest($2::bigint[]) as noted (chain_no)
     left join audit_chain c on c.bank_id = $1 and c.chain_no = noted.chain_no`,
);

/** Returns the hashes of the chain at these numbers; null if a number is missing. */
export function readHashesAt(
  tx: Tx,
  bankId: string,
  numbers: readonly bigint[],
): Promise<{ chain_no: bigint; chain_hash: Buffer | null }[]> {
  return tx.query(selectHashes, [bankId, numbers]);
}

const selectRange = statement(
  'audit.select-range',
  `select min(chain_no) as first, max(chain_no) as last from audit_chain
    where bank_id = $1 and sealed_at >= $2 and sealed_at < $3`,
);

/** Returns the first and the last link of a chain that were sealed in this time. */
export async function readChainRange(tx: Tx, bankId: string, from: Date, until: Date): Promise<ChainRange | undefined> {
  return toRange(await queryOne<RangeRow>(tx, selectRange, [bankId, from, until]));
}

export interface ChainRange {
  readonly first: bigint;
  readonly last: bigint;
}

interface RangeRow {
  first: bigint | null;
  last: bigint | null;
}

function toRange({ first, last }: RangeRow): ChainRange | undefined {
  return first === null || last === null ? undefined : { first, last };
}

const selectRangeOfRows = statement(
  'audit.select-range-of-rows',
  `select min(c.chain_no) as first, max(c.chain_no) as last
     from audit_log l join audit_chain c on c.bank_id = l.bank_id and c.audit_id = l.audit_id and c.at = l.at
    where l.bank_id = $1 and l.at >= $2 and l.at < $3`,
);

/** Returns the first and the last link of a chain whose rows were written in this time. */
export async function readChainRangeOfRows(
  tx: Tx,
  bankId: string,
  from: Date,
  until: Date,
): Promise<ChainRange | undefined> {
  return toRange(await queryOne<RangeRow>(tx, selectRangeOfRows, [bankId, from, until]));
}

const selectHash = statement(
  'audit.select-hash-before',
  'select chain_hash from audit_chain where bank_id = $1 and chain_no = $2',
);

/** Returns the hash of a link of the chain. */
export async function readChainHash(tx: Tx, bankId: string, chainNo: bigint): Promise<Buffer | undefined> {
  return (await tx.query<{ chain_hash: Buffer }>(selectHash, [bankId, chainNo]))[0]?.chain_hash;
}
