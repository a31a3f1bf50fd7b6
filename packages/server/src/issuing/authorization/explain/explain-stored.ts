import {
  type ExplainedBankRule,
  type Explanation,
  explainDecision,
  type JsonObject,
  type LanguageCode,
} from '@cardwright/contract';
import { type Currency, currency } from '../../../platform/kernel/money.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import { bankFactsOf } from '../decision/bank-facts.ts';
import { NO_TRAITS } from '../decision/facts.ts';
import { tokenOf } from '../decision/message-facts.ts';
import { messageOfRaw } from '../decision/stored-message.ts';
import type { ExplainedRule } from '../decision/trace.ts';
import { readTraits } from '../history/backtest-store.ts';
import { displayedMessage } from '../message/ecommerce-message.ts';
import type { AuthorizationEventRow, AuthorizationRow } from '../records/authorization-history-store.ts';
import { explanationCurrency, explanationOfBank, readChangeExplanations } from './decision-explanation.ts';
import { declinedByBankRule, explainRule } from './rule-explanation.ts';

interface Explaining {
  readonly tx: Tx;
  readonly banks: BankDirectory;
  readonly language: LanguageCode;
  /** Whether the caller is the bank. Only the bank sees who changed a setting. */
  readonly isForBank: boolean;
}

interface StoredDecision {
  readonly row: AuthorizationRow;
  readonly events: readonly AuthorizationEventRow[];
  readonly trace: readonly ExplainedRule[];
  readonly message: JsonObject;
}

/** Explains a stored decision in sentences (docs/interface/decision.md#in-words). */
export async function explainStoredDecision(
  { tx, banks, language, isForBank }: Explaining,
  decision: StoredDecision,
): Promise<Explanation> {
  const { row, events, trace, message } = decision;
  const { bank_id: bankId, account_id: accountId, card_id: cardId, account_sequence: before, decided_at: at } = row;
  const tokenReference = tokenOf(messageOfRaw(message, 'full'));
  const history =
    isForBank && cardId !== null && before !== null
      ? await readChangeExplanations(tx, { bankId, accountId, cardId, before, tokenReference })
      : [];
  const money = row.currency === null ? undefined : currency(row.currency);
  const own_rule = isForBank ? await ownRuleOf(tx, banks, decision, money) : null;
  return explainDecision(
    {
      is_preview: false,
      action_code: row.action_code,
      rule: row.rule,
      trace,
      decided_at: at.toISOString(),
      amount_minor: money === undefined ? null : String(row.billing_minor),
      currency: explanationCurrency(money),
      ...displayedMessage(message),
      ...(row.masked_number !== null && { card_number: row.masked_number }),
      ...explanationOfBank(bankFactsOf(banks.bank(bankId)), trace, at),
      own_rule,
      history,
      events: events.map((event) => ({
        kind: event.kind,
        amount_minor: String(event.amount_minor),
        at: event.at.toISOString(),
      })),
      reserved_minor: row.state === 'A' ? String(row.reserved_minor) : null,
    },
    language,
  );
}

async function ownRuleOf(
  tx: Tx,
  banks: BankDirectory,
  { row, trace, message }: StoredDecision,
  money: Currency | undefined,
): Promise<ExplainedBankRule | null> {
  const { bank_id: bankId, account_id: accountId, card_id: cardId, decided_at: now } = row;
  if (money === undefined || cardId === null || declinedByBankRule(trace) === undefined) return null;
  const traits = (await readTraits(tx, bankId, [accountId])).get(cardId) ?? NO_TRAITS;
  const facts = {
    bank: bankFactsOf(banks.bank(bankId)),
    account: { currency: money, limits: undefined },
    card: { cardId, traits },
  };
  return await explainRule(tx, bankId, { trace, message: messageOfRaw(message, 'full'), facts, now });
}
