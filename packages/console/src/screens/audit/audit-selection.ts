import type { AuditRow } from '@cardwright/contract';

/** The filters in the address. */
export interface AuditSelection {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly actor?: string | undefined;
  /** An operation, or a part of its name. */
  readonly operation?: string | undefined;
  /** A subject such as `card:EXID`, or a kind such as `card:`. */
  readonly subject?: string | undefined;
  /** A part of the outcome. */
  readonly outcome?: string | undefined;
  /** Set if rows of reads are shown too. */
  readonly reads?: string | undefined;
}

const READ = /^[a-z-]+\.(list|read|enquire|get|preview|backtest|find)-/;

/** Whether an operation only reads. Its rows are most of a log. */
export function isReadOperation(operation: string): boolean {
  return READ.test(operation);
}

/** Whether the filters select the row. The server matches whole values only, so that parts are matched here. */
export function isSelected(row: AuditRow, { operation, subject, outcome, reads, ...others }: AuditSelection): boolean {
  const isOfCaller = others.actor === undefined || row.actor === others.actor;
  return (
    isOfCaller &&
    (reads !== undefined || isChange(row)) &&
    includes(row.operation, operation) &&
    (isKind(subject) ? row.subject.startsWith(subject) : subject === undefined || row.subject === subject) &&
    includes(row.outcome, outcome)
  );
}

/** Whether something changed, or was refused: refused reads matter too. */
function isChange({ operation, outcome, details }: AuditRow): boolean {
  return !isReadOperation(operation) || details?.code !== undefined || outcome === 'denied';
}

/** The filters that the server applies. */
export function sentFilters({ actor, operation, subject, outcome, reads }: AuditSelection, known: readonly string[]) {
  return {
    ...(actor && { actor }),
    ...(operation && known.includes(operation) && { operation }),
    ...(subject && !isKind(subject) && { subject }),
    // A part of an outcome matches here only, and `read` is the outcome of reads.
    ...(outcome === 'read' && reads && { outcome }),
  };
}

function isKind(subject: string | undefined): subject is string {
  return subject?.endsWith(':') === true;
}

function includes(text: string, part = ''): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
