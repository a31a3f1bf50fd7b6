import { createHash } from 'node:crypto';
import { type JsonValue, parseJson, writeCanonicalJson } from '@cardwright/contract';

/** A row of the log as the database has it: `at` to the microsecond, JSON as text. */
export interface LogRow {
  readonly bank_id: string;
  readonly audit_id: bigint;
  readonly at: string;
  readonly actor: string;
  readonly operation: string;
  readonly subject: string;
  readonly outcome: string;
  readonly request_id: string;
  readonly from_address: string | null;
  readonly details: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** What stands before the first row. */
export const NO_HASH = Buffer.alloc(32);

/** The row as it is hashed and exported: canonical JSON, ids as texts. docs/audit.md tells it to outsiders. */
export function writeLogRow(row: LogRow): string {
  return writeCanonicalJson({
    actor: row.actor,
    after: readJson(row.after),
    at: row.at,
    audit_id: String(row.audit_id),
    bank_id: row.bank_id,
    before: readJson(row.before),
    details: readJson(row.details),
    from_address: row.from_address,
    operation: row.operation,
    outcome: row.outcome,
    request_id: row.request_id,
    subject: row.subject,
  });
}

/** What was not written by us, and cannot be read, counts as the text that it is. */
function readJson(text: string | null): JsonValue {
  if (text === null) return null;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

export function hashOfRow(row: LogRow): Buffer {
  return sha256(writeLogRow(row));
}

/** Ties a row to all before it, and to its place among them. */
export function hashOfLink(previous: Buffer, chainNo: bigint, rowHash: Buffer): Buffer {
  return sha256(`${previous.toString('hex')} ${chainNo} ${rowHash.toString('hex')}`);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Where a chain stood at a time. */
export interface Seal {
  readonly bankId: string;
  readonly chainNo: bigint;
  readonly chainHash: Buffer;
  readonly at: Date;
}

/** What makes the mac of a seal: `audit-seal` for one of a batch, `audit-anchor` for what is left after old months went. */
export function sealedBytes(seal: Seal, keptFrom?: Date): Buffer {
  const parts = [seal.bankId, seal.chainNo, seal.chainHash.toString('hex'), seal.at.toISOString()];
  return Buffer.from([...parts, ...(keptFrom === undefined ? [] : [keptFrom.toISOString()])].join('\n'));
}

export const SEAL_DOMAIN = 'audit-seal';
export const ANCHOR_DOMAIN = 'audit-anchor';

/** The vault, as far as seals need it: a keyed hash under a data key, whose versions stay readable for good. */
export interface SealKeys {
  /** Under the newest data key, or the one of a version. Throws where there is none of that version. */
  mac(domain: string, bytes: Buffer, keyVersion?: number): { readonly mac: Buffer; readonly keyVersion: number };
}
