import { createHash } from 'node:crypto';
import { type JsonValue, parseJson, writeCanonicalJson } from '@cardwright/contract';

/** A row of the log as the database returns it: `at` to the microsecond, JSON as text. */
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

/** The hash before the first row. */
export const NO_HASH = Buffer.alloc(32);

/**
 * Writes the row in the form in which it is hashed and exported: canonical JSON, with ids as strings. The format is
 * public, see docs/audit.md.
 */
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

/** Text that is not valid JSON was not written by this server, and is hashed as plain text. */
function readJson(text: string | null): JsonValue {
  if (text === null) return null;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

export function hashOfRow(row: LogRow): Buffer {
  return sha256(writeLogRow(row));
}

/** Binds a row to its number and to all rows before it. */
export function hashOfLink(previous: Buffer, chainNo: bigint, rowHash: Buffer): Buffer {
  return sha256(`${previous.toString('hex')} ${chainNo} ${rowHash.toString('hex')}`);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The position of a chain at a time. */
export interface Seal {
  readonly bankId: string;
  readonly chainNo: bigint;
  readonly chainHash: Buffer;
  readonly at: Date;
}

/**
 * The bytes that a seal's MAC covers. The domain is `audit-seal` for a batch, and `audit-anchor` for the start of the
 * remaining log after old months were dropped.
 */
export function sealedBytes(seal: Seal, retainedFrom?: Date): Buffer {
  const parts = [seal.bankId, seal.chainNo, seal.chainHash.toString('hex'), seal.at.toISOString()];
  return Buffer.from([...parts, ...(retainedFrom === undefined ? [] : [retainedFrom.toISOString()])].join('\n'));
}

export const SEAL_DOMAIN = 'audit-seal';
export const ANCHOR_DOMAIN = 'audit-anchor';

/** The part of the vault that seals need: a keyed hash under a data key. All versions stay available for this. */
export interface SealKeys {
  /** Uses the newest data key, or the given version. Throws if that version does not exist. */
  mac(domain: string, bytes: Buffer, keyVersion?: number): { readonly mac: Buffer; readonly keyVersion: number };
}
