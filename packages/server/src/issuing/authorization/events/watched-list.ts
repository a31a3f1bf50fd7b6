import type { ListAuthorizationsQuery } from '@cardwright/contract';
import type { OperationContext } from '../../../platform/operation/index.ts';

/** A page that refreshes itself repeats the same request. For this time, one row of the audit log covers all of them. */
const ONE_ROW_MS = 15 * 60_000;
const MAX_LISTS = 5_000;

interface AuditedRead {
  readonly at: number;
  readonly from: string;
  readonly requestId: string;
}

type ReaderContext = Pick<OperationContext, 'caller' | 'now' | 'requestId'>;

/**
 * Whether a row of the last 15 minutes already covers this request: the same session, the same filters, and no earlier start. A
 * request for earlier decisions, or with a token, gets a row each time. Each process knows only its own rows, so a list that
 * several processes serve has a row for each.
 */
export function createLiveLists(): { isAudited(reader: ReaderContext, query: ListAuthorizationsQuery): boolean } {
  const auditedReads = new Map<string, AuditedRead>();
  return {
    isAudited({ caller, now, requestId }, { from = '', cursor, limit: _, ...filters }) {
      if (caller.person === undefined || cursor !== undefined) return false;
      const key = `${caller.person.sessionId} ${JSON.stringify(Object.entries(filters).sort())}`;
      const before = auditedReads.get(key);
      const age = before === undefined ? ONE_ROW_MS : now.getTime() - before.at;
      // a request whose transaction is retried has no row yet
      if (before !== undefined && before.requestId !== requestId && age >= 0 && age < ONE_ROW_MS) {
        if (before.from === '' || (from !== '' && Date.parse(from) >= Date.parse(before.from))) return true;
      }
      if (auditedReads.size >= MAX_LISTS) auditedReads.clear();
      auditedReads.set(key, { at: now.getTime(), from, requestId });
      return false;
    },
  };
}
