import { beginning, type Page } from '../kernel/page.ts';
import { statement, type Tx } from '../storage/index.ts';
import { isKindOfSubjects, OPERATIONS_WITHOUT_CHANGE } from './row-filter.ts';
import type { AuditFacts } from './write-audit.ts';

export interface AuditListRow {
  audit_id: bigint;
  at: Date;
  actor: string;
  operation: string;
  subject: string;
  outcome: string;
  request_id: string;
  from_address: string | null;
  details: AuditFacts | null;
  before: AuditFacts | null;
  after: AuditFacts | null;
  sealed: boolean;
}

/** The filter of a list; null members match everything. */
export interface AuditFilter {
  readonly from: Date;
  readonly to: Date;
  readonly actor: string | null;
  readonly operation: string | null;
  readonly subject: string | null;
  readonly outcome: string | null;
  readonly containing: string | null;
  /** No rows of reads, except those that were refused, and none of the seals of decisions. */
  readonly changesOnly: boolean;
}

/** Number of rows that are scanned for one page. Rarer rows are found page by page. */
const MAX_EXAMINED = 10_000;

const examined = (columns: string, condition: string) => `
     select ${columns} from audit_log a
      where a.bank_id = $1 and a.at <= $2 and (a.at, a.audit_id) < ($2, $3) and a.at >= $4 and a.at < $5 ${condition}
      order by a.at desc, a.audit_id desc`;
const page = (condition: string) => `
   select f.*, not exists (select from audit_queue q where q.bank_id = $1 and q.audit_id = f.audit_id) as sealed
     from (select l.* from (${examined('a.*', condition)} limit ${MAX_EXAMINED}) l
            where ($7::text is null or l.actor = $7) and ($8::text is null or l.operation = $8)
              and ($9::text is null or l.outcome = $9)
              and ($10::text is null or l.subject = $10 or (right($10, 1) = ':' and starts_with(l.subject, $10)))
              and ($11::text is null or
                   position(lower($11) in lower(concat_ws(' ', l.operation, l.subject, l.outcome))) > 0)
              and (not $12::bool or l.operation !~ '${OPERATIONS_WITHOUT_CHANGE}' or l.outcome = 'denied' or l.details ? 'code')
            order by l.at desc, l.audit_id desc limit $6) f
    order by f.at desc, f.audit_id desc`;
const last = (condition: string) => `${examined('a.at, a.audit_id', condition)} offset ${MAX_EXAMINED - 1} limit 1`;

const selectPage = statement('audit.select-page', page(''));
const selectPageOfSubject = statement('audit.select-page-of-subject', page('and a.subject = $10'));
const selectLast = statement('audit.select-last', last(''));
const selectLastOfSubject = statement('audit.select-last-of-subject', last('and a.subject = $6'));

/**
 * Returns rows of a log, newest first, and one more than the page has. `examinedUntil` is the last scanned place, if
 * more rows may follow although the page is not full.
 */
export async function listAuditRows(
  tx: Tx,
  log: string,
  { from, to, actor, operation, subject, outcome, containing, changesOnly }: AuditFilter,
  { before, limit }: Page,
): Promise<{ rows: AuditListRow[]; examinedUntil: { at: Date; id: bigint } | undefined }> {
  const start = beginning(before, to);
  const range = [log, start.at, start.id, from, to];
  const hasSubject = subject !== null && !isKindOfSubjects(subject);
  const statementOfPage = hasSubject ? selectPageOfSubject : selectPage;
  const values = [...range, limit + 1, actor, operation, outcome, subject, containing, changesOnly];
  const rows = await tx.query<AuditListRow>(statementOfPage, values);
  if (rows.length > limit) return { rows, examinedUntil: undefined };
  const ends = hasSubject
    ? tx.query<{ at: Date; audit_id: bigint }>(selectLastOfSubject, [...range, subject])
    : tx.query<{ at: Date; audit_id: bigint }>(selectLast, range);
  const [end] = await ends;
  return { rows, examinedUntil: end && { at: end.at, id: end.audit_id } };
}

const selectActors = statement(
  'audit.select-actors',
  `select a.at, a.actor, a.operation, a.subject, a.outcome, a.details ->> 'person' as person,
     a.details ->> 'reason' as reason, a.before, a.after from audit_log a
    where a.bank_id = $1 and a.at = any($2::timestamptz[]) and a.subject = any($3::text[]) order by a.audit_id`,
);

export interface ActorRow
  extends Pick<AuditListRow, 'at' | 'actor' | 'operation' | 'subject' | 'outcome' | 'before' | 'after'> {
  /** Name of the person who acted. */
  readonly person: string | null;
  readonly reason: string | null;
}

/** Reads what was done to one of the subjects at one of these instants, and by whom. */
export function readActors(
  tx: Tx,
  log: string,
  times: readonly Date[],
  subjects: readonly string[],
): Promise<ActorRow[]> {
  return tx.query(selectActors, [log, times, subjects]);
}
