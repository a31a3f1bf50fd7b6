import { OPERATIONS } from '@cardwright/contract';
import { dayRange } from '../../parts/value/day-range.ts';
import { useClient, useTimeZone } from '../../session/session.ts';
import { usePages } from '../../session/use-pages.ts';
import { JOB_WORDS } from './operation-title.ts';

/** The filters in the address. Days are those of the bank. */
interface AuditFilters {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly actor?: string | undefined;
  readonly operation?: string | undefined;
  /** A subject such as `card:EXID`, or a kind of subjects, such as `card:`. */
  readonly subject?: string | undefined;
  /** A part of the operation, the subject or the outcome. */
  readonly containing?: string | undefined;
  /** Set if rows of reads are shown too. */
  readonly reads?: string | undefined;
}

const OPERATION_IDS: readonly string[] = [...OPERATIONS.map(({ id }) => id), ...Object.keys(JOB_WORDS)];

/** The query of the operation. A part of an operation's name is searched for as a text. */
function auditQuery({ from, to, reads, operation, ...others }: AuditFilters, zone: string) {
  const isKnown = operation === undefined || OPERATION_IDS.includes(operation);
  return {
    ...others,
    ...(operation && (isKnown ? { operation } : { containing: operation })),
    ...(reads === undefined && { changes_only: 'true' as const }),
    ...dayRange({ from, to }, zone),
  };
}

/** Reads the selected rows of the log, newest first. */
export function useAuditLog(filters: AuditFilters) {
  const client = useClient();
  const zone = useTimeZone();
  const sent = auditQuery(filters, zone);
  const log = usePages(['audit', sent], (cursor, options) => client.audit.list({ ...sent, ...cursor }, options));
  return { log, sent, zone };
}
