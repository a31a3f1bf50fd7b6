import type { Role } from '@cardwright/contract';
import { queryOne, statement, type Tx } from '../storage/index.ts';
import type { SealedText } from '../vault/index.ts';
import type { SessionEnd } from './session-limits.ts';

export interface SessionRow {
  session_id: bigint;
  subject: string;
  name: string;
  provider: string;
  roles: Role[];
  started_at: Date;
  last_used_at: Date;
  roles_checked_at: Date;
  sealed_grant: Buffer | null;
  key_version: number | null;
}

const insertSession = statement(
  'people.insert-session',
  `insert into sessions (bank_id, secret_hash, subject, provider, roles, started_at, last_used_at, roles_checked_at,
                         from_address, user_agent, sealed_grant, key_version)
   values ($1, $2, $3, $4, $5, $6, $6, $6, $7, $8, $9, $10)
   returning session_id`,
);

export interface NewSession {
  readonly secretHash: Buffer;
  readonly subject: string;
  readonly provider: string;
  readonly roles: readonly Role[];
  readonly at: Date;
  readonly fromAddress: string;
  readonly userAgent: string | undefined;
  readonly grant: SealedText | undefined;
}

export async function writeSession(tx: Tx, log: string, session: NewSession): Promise<bigint> {
  const { secretHash, subject, provider, roles, at, fromAddress, userAgent, grant } = session;
  const values = [log, secretHash, subject, provider, roles, at, fromAddress, userAgent ?? null];
  const sealed = [grant?.sealed ?? null, grant?.keyVersion ?? null];
  const row = await queryOne<{ session_id: bigint }>(tx, insertSession, [...values, ...sealed]);
  return row.session_id;
}

const selectOpen = statement(
  'people.select-open-session',
  `select s.session_id, s.subject, p.name, s.provider, s.roles, s.started_at, s.last_used_at, s.roles_checked_at,
          s.sealed_grant, s.key_version
     from sessions s join people p on p.bank_id = s.bank_id and p.subject = s.subject
    where s.bank_id = $1 and s.secret_hash = $2 and s.ended_at is null`,
);

export async function findOpenSession(tx: Tx, log: string, hash: Buffer): Promise<SessionRow | undefined> {
  return (await tx.query<SessionRow>(selectOpen, [log, hash]))[0];
}

const touch = statement(
  'people.touch-session',
  `with used as (
     update sessions set last_used_at = $3 where bank_id = $1 and session_id = $2 and ended_at is null
     returning bank_id, subject
   )
   update people p set last_seen_at = $3 from used u where p.bank_id = $1 and p.bank_id = u.bank_id and p.subject = u.subject`,
);

export async function touchSession(tx: Tx, log: string, sessionId: bigint, at: Date): Promise<void> {
  await tx.query(touch, [log, sessionId, at]);
}

const end = statement(
  'people.end-session',
  `update sessions set ended_at = $3, ended_because = $4, sealed_grant = null, key_version = null, checking_until = null
    where bank_id = $1 and session_id = $2 and ended_at is null
   returning subject`,
  { locks: { kind: 'session', by: [1, 2] } },
);

/** Closes a session and deletes the grant of the provider. Returns false if the session had already ended. */
export async function closeSession(
  tx: Tx,
  log: string,
  { sessionId, because, at }: { sessionId: bigint; because: SessionEnd; at: Date },
): Promise<boolean> {
  return (await tx.query(end, [log, sessionId, at, because])).length > 0;
}

const deleteSessions = statement(
  'people.delete-sessions',
  `delete from sessions s
    where s.bank_id = $1 and s.ctid = any(array(
      select o.ctid from sessions o where o.bank_id = $1 and o.started_at < $2 limit $3
    ))
   returning s.session_id`,
);

/** Deletes sessions that began before a time. The audit log still records them. Returns their number. */
export async function deleteSessionsBefore(tx: Tx, log: string, before: Date, most: number): Promise<number> {
  return (await tx.query(deleteSessions, [log, before, most])).length;
}
