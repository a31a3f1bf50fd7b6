import type { AuthorizationListItem } from '@cardwright/contract';
import { formatAmount } from '../../../platform/kernel/money.ts';
import { NO_APPROVAL_CODE } from '../decision/decide.ts';
import { referenceText, STATES, traceText } from '../records/find-authorization.ts';
import type { DisplayRow } from './index-name.ts';
import type { LateRow } from './late-answer-page-store.ts';

/** Converts an index row to the form that lists return. */
export function toIndexResponse(row: DisplayRow | LateRow): AuthorizationListItem {
  return {
    retrieval_reference_number: referenceText(row),
    system_trace_audit_number: traceText(row),
    acquiring_institution_code: row.acquirer,
    decided_at: row.decided_at.toISOString(),
    state: STATES[row.state],
    action_code: row.action_code,
    rule: row.rule,
    approval_code: row.approval_code === NO_APPROVAL_CODE ? null : row.approval_code,
    card_identifier_id: row.exid,
    card_number: row.masked_number,
    account_number: row.account_number,
    currency: row.currency,
    amount: row.exponent === null ? null : formatAmount(row.billing_minor, row.exponent),
    merchant: row.merchant,
    merchant_name_location: row.merchant_place,
    mcc: row.mcc,
    country: row.country,
    channel: row.channel as AuthorizationListItem['channel'],
    ...('lateAnswer' in row && { late_partner_answer: row.lateAnswer.decision }),
  };
}
