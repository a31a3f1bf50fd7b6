import { readAuthorization } from '@cardwright/contract';
import { currency, formatAmount } from '../../../platform/kernel/money.ts';
import { ok } from '../../../platform/kernel/result.ts';
import { readStoredJson } from '../../../platform/kernel/stored-json.ts';
import { implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { NO_APPROVAL_CODE } from '../decision/decide.ts';
import { explainTrace, readTrace } from '../decision/trace.ts';
import { findLateAnswer } from '../partner/late-answer-store.ts';
import { readAuthorizationEvents } from '../records/authorization-history-store.ts';
import { findAuthorization, referenceText, STATES, traceText } from '../records/find-authorization.ts';
import { explainStoredDecision } from './explain-stored.ts';

/** Returns an authorization with its trace, which shows why it was declined (docs/interface/decision.md#read). */
export function readAuthorizationOperation(banks: BankDirectory) {
  return implementRest(readAuthorization, async ({ tx, caller, audit }, input) => {
    const authorization = await findAuthorization(tx, banks, caller, input);
    if (!authorization.ok) return authorization;
    const row = authorization.value;
    const [events, lateAnswer] = await Promise.all([
      readAuthorizationEvents(tx, row.bank_id, row),
      caller.kind === 'bank' ? findLateAnswer(tx, row.bank_id, row) : undefined,
    ]);
    const money = row.currency === null ? undefined : currency(row.currency);
    const amount = (minor: bigint) => formatAmount(minor, money?.exponent ?? 0);
    const message = readStoredJson(row.message);
    const trace = explainTrace(readTrace(row.trace), row.action_code === '00');
    const { explain: language } = input.query;
    const explanation =
      language === undefined
        ? undefined
        : await explainStoredDecision(
            { tx, banks, language, isForBank: caller.kind === 'bank' },
            { row, events, trace, message },
          );
    audit(row.bank_id, `authorization:${referenceText(row)}`, 'read');
    return ok({
      body: {
        retrieval_reference_number: referenceText(row),
        system_trace_audit_number: traceText(row),
        acquiring_institution_code: row.acquirer,
        state: STATES[row.state],
        action_code: row.action_code,
        approval_code: row.approval_code === NO_APPROVAL_CODE ? null : row.approval_code,
        rule: row.rule,
        rule_version: row.rule_version,
        decided_at: row.decided_at.toISOString(),
        settlement_date: row.settlement_date,
        card_identifier_id: row.exid,
        card_number: row.masked_number ?? String(message.CARD_NUMBER).replaceAll('*', 'X'),
        account_number: row.account_number,
        currency: row.currency,
        amount: money === undefined ? null : amount(row.billing_minor),
        reserved_amount: money === undefined ? null : amount(row.reserved_minor),
        trace,
        events: events.map((event) => ({
          kind: event.kind,
          amount: amount(event.amount_minor),
          at: event.at.toISOString(),
        })),
        ...(typeof message.Token_Reference === 'string' && { token_reference: message.Token_Reference }),
        message,
        ...(lateAnswer !== undefined && { late_partner_answer: { ...lateAnswer, at: lateAnswer.at.toISOString() } }),
        ...(explanation !== undefined && { explanation }),
      },
    });
  });
}
