import type { Role } from '@cardwright/contract';
import type { Page } from '../kernel/page.ts';
import { statement, type Tx } from '../storage/index.ts';

const upsertPerson = statement(
  'people.upsert-person',
  `insert into people (bank_id, subject, name, provider, roles, first_signed_in_at, last_signed_in_at, last_seen_at)
   values ($1, $2, $3, $4, $5, $6, $6, $6)
   on conflict (bank_id, subject) do update set
     name = excluded.name, provider = excluded.provider, roles = excluded.roles,
     last_signed_in_at = excluded.last_signed_in_at, last_seen_at = excluded.last_seen_at`,
);

export interface SignedInPerson {
  readonly subject: string;
  readonly name: string;
  readonly provider: string;
  readonly roles: readonly Role[];
}

export async function writePerson(tx: Tx, log: string, person: SignedInPerson, at: Date): Promise<void> {
  const { subject, name, provider, roles } = person;
  await tx.query(upsertPerson, [log, subject, name, provider, roles, at]);
}

const selectRoles = statement(
  'people.select-roles-of-person',
  'select roles, provider from people where bank_id = $1 and subject = $2',
);

/** Returns the roles that the provider last reported, and that provider. */
export async function findRoles(
  tx: Tx,
  log: string,
  subject: string,
): Promise<{ roles: Role[]; provider: string } | undefined> {
  return (await tx.query<{ roles: Role[]; provider: string }>(selectRoles, [log, subject]))[0];
}

const dropRoles = statement(
  'people.drop-roles-of-person',
  `update people set roles = '{}' where bank_id = $1 and subject = $2`,
);

/** Removes the roles of a person. Objects that the person holds, such as webhook endpoints, then have no scopes. */
export async function deleteRoles(tx: Tx, log: string, subject: string): Promise<void> {
  await tx.query(dropRoles, [log, subject]);
}

export interface PersonRow {
  subject: string;
  person_no: bigint;
  name: string;
  provider: string;
  roles: Role[];
  first_signed_in_at: Date;
  last_signed_in_at: Date;
  last_seen_at: Date;
  open_sessions: number;
}

const selectPeople = statement(
  'people.select-people',
  `select p.subject, p.person_no, p.name, p.provider, p.roles, p.first_signed_in_at, p.last_signed_in_at, p.last_seen_at,
          (select count(*)::int from sessions s
            where s.bank_id = p.bank_id and s.subject = p.subject and s.ended_at is null
              and s.last_used_at > $4 and s.started_at > $5) as open_sessions
     from people p
    where p.bank_id = $1 and (p.last_signed_in_at, p.person_no) < ($2, $3)
    order by p.last_signed_in_at desc, p.person_no desc
    limit $6`,
);

/**
 * Lists people, one row more than the page has. Sessions from before `usedAfter` or `startedAfter` count as over,
 * whether or not they were closed.
 */
export function readPeople(
  tx: Tx,
  log: string,
  { before, limit }: Page,
  { usedAfter, startedAfter }: { usedAfter: Date; startedAfter: Date },
): Promise<PersonRow[]> {
  return tx.query(selectPeople, [log, before.at, before.id, usedAfter, startedAfter, limit + 1]);
}

export interface SessionListRow {
  session_id: bigint;
  subject: string;
  name: string;
  roles: Role[];
  started_at: Date;
  last_used_at: Date;
  from_address: string | null;
  user_agent: string | null;
}

const selectSessions = statement(
  'people.select-sessions',
  `select s.session_id, s.subject, p.name, s.roles, s.started_at, s.last_used_at, s.from_address, s.user_agent
     from sessions s join people p on p.bank_id = s.bank_id and p.subject = s.subject
    where s.bank_id = $1 and s.ended_at is null and ($2::text is null or s.subject = $2)
      and (s.started_at, s.session_id) < ($3, $4) and s.last_used_at > $5 and s.started_at > $6
    order by s.started_at desc, s.session_id desc
    limit $7`,
);

/** Lists the open sessions of the tenant, or of one person, and one row more than the page has. */
export function readSessions(
  tx: Tx,
  log: string,
  { before, limit }: Page,
  of: { subject: string | undefined; usedAfter: Date; startedAfter: Date },
): Promise<SessionListRow[]> {
  const values = [of.subject ?? null, before.at, before.id, of.usedAfter, of.startedAfter, limit + 1];
  return tx.query(selectSessions, [log, ...values]);
}

const selectSubject = statement(
  'people.select-subject-of-session',
  'select subject from sessions where bank_id = $1 and session_id = $2 and ended_at is null for update',
  { locks: { kind: 'session', by: [1, 2] } },
);

/** Returns the subject of an open session. */
export async function subjectOfSession(tx: Tx, log: string, sessionId: bigint): Promise<string | undefined> {
  return (await tx.query<{ subject: string }>(selectSubject, [log, sessionId]))[0]?.subject;
}
