import type { LogRow } from './chain.ts';

/** The filters of a list of audit rows, as the request has them. */
export interface AuditRowFilter {
  /** Rows from this time on, ISO 8601. */
  readonly from?: string;
  /** Rows before this time. */
  readonly to?: string;
  readonly actor?: string;
  readonly operation?: string;
  /** A subject, such as `card:EXID`, or a kind of subject, such as `card:`. */
  readonly subject?: string;
  readonly outcome?: string;
  /** A part of the operation, the subject or the outcome; case is ignored. */
  readonly containing?: string;
  /** `true` omits the rows of reads, except refused ones, and of seals of decisions. */
  readonly changes_only?: string;
}

/**
 * Operations that change nothing that people decide on: reads, and the seals of decisions, which the server writes
 * every 30 seconds. Most rows of a log are theirs. The database uses the same pattern.
 */
export const OPERATIONS_WITHOUT_CHANGE = '^[a-z-]+\\.(list|read|enquire|get|preview|backtest|find|seal)-';
const READ = new RegExp(OPERATIONS_WITHOUT_CHANGE);

export function isKindOfSubjects(subject: string): boolean {
  return subject.endsWith(':');
}

/** Whether the filters select the row. */
export function isSelectedRow(row: LogRow, filter: AuditRowFilter): boolean {
  const { from, to, actor, operation, subject, outcome, containing, changes_only: changesOnly } = filter;
  const at = Date.parse(row.at);
  return (
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at < Date.parse(to)) &&
    (actor === undefined || row.actor === actor) &&
    (operation === undefined || row.operation === operation) &&
    (subject === undefined ||
      row.subject === subject ||
      (isKindOfSubjects(subject) && row.subject.startsWith(subject))) &&
    (outcome === undefined || row.outcome === outcome) &&
    (containing === undefined || searchedText(row).includes(containing.toLowerCase())) &&
    (changesOnly !== 'true' || isChange(row))
  );
}

function searchedText({ operation, subject, outcome }: LogRow): string {
  return `${operation} ${subject} ${outcome}`.toLowerCase();
}

/** Whether the row is of a change, or of a refusal: refused reads matter too. */
function isChange({ operation, outcome, details }: LogRow): boolean {
  return !READ.test(operation) || outcome === 'denied' || (details !== null && 'code' in JSON.parse(details));
}
