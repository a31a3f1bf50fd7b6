import { listAudit } from '../access/list-audit.ts';
import { listAuthorizations } from '../authorization/list-authorizations.ts';
import { listMerchants } from '../merchants/list-merchants.ts';
import { listApplications } from '../merchants/review/list-applications.ts';
import type { RestOperation } from '../operation.ts';

/** A list that an export writes as CSV, one line for each of its entries. */
interface ExportedList {
  readonly operation: RestOperation;
  /** The member of an answer that holds the entries of a page. */
  readonly entries: string;
  /** Members of an entry, in the order of the columns. */
  readonly columns: readonly string[];
}

/** Lists that can be exported as CSV: docs/interface/exports.md#lists. */
export const CSV_LISTS = {
  AUTHORIZATIONS: {
    operation: listAuthorizations,
    entries: 'items',
    columns: [
      ...['decided_at', 'retrieval_reference_number', 'system_trace_audit_number', 'acquiring_institution_code'],
      ...['state', 'action_code', 'rule', 'amount', 'currency', 'card_number', 'account_number'],
      ...['merchant', 'merchant_name_location', 'mcc', 'country', 'channel'],
    ],
  },
  AUDIT: {
    operation: listAudit,
    entries: 'items',
    columns: [
      ...['at', 'actor', 'operation', 'subject', 'outcome', 'request_id', 'from_address'],
      ...['details', 'before', 'after', 'sealed'],
    ],
  },
  MERCHANTS: {
    operation: listMerchants,
    entries: 'merchants',
    columns: [
      ...['merchantId', 'merchantName', 'status', 'merchantState', 'applicationId', 'chainId', 'version'],
      ...['hits', 'changedAt'],
    ],
  },
  APPLICATIONS: {
    operation: listApplications,
    entries: 'applications',
    columns: [
      ...['applicationId', 'requestId', 'chainId', 'createdAt', 'submittedBy', 'first', 'amendments', 'counts'],
      ...['hits', 'awaiting', 'reviewedBy'],
    ],
  },
} as const satisfies Record<string, ExportedList>;

/** The audit log as JSON lines with its hash chain, which `cardwright audit verify --file` checks. */
export const AUDIT_PROOF = 'AUDIT_PROOF';

export type CsvList = keyof typeof CSV_LISTS;
export type ExportList = CsvList | typeof AUDIT_PROOF;
export const EXPORT_LISTS = [...(Object.keys(CSV_LISTS) as CsvList[]), AUDIT_PROOF] as readonly ExportList[];

/** The operation that lists what an export writes. The caller needs its scope. */
export function operationOfList(list: ExportList): RestOperation {
  return list === AUDIT_PROOF ? listAudit : CSV_LISTS[list].operation;
}
