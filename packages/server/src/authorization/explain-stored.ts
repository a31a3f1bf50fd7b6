import { type Explanation, explainDecision, type JsonObject, type LanguageCode } from '@cardwright/contract';
import type { BankDirectory } from '../banks/index.ts';
import { currency } from '../kernel/money.ts';
import type { Tx } from '../storage/index.ts';
import type { AuthorizationEventRow, AuthorizationRow } from './authorization-history-store.ts';
import { bankFactsOf } from './bank-facts.ts';
import { shownOfMessage } from './ecommerce-message.ts';
import { readToldChanges, toldCurrency, toldOfBank } from './tell-decision.ts';
import type { ExplainedRule } from './trace.ts';

interface Explaining {
  readonly tx: Tx;
  readonly banks: BankDirectory;
  readonly language: LanguageCode;
  /** Who set what is for the bank alone. */
  readonly isForBank: boolean;
}

interface Stored {
  readonly row: AuthorizationRow;
  readonly events: readonly AuthorizationEventRow[];
  readonly trace: readonly ExplainedRule[];
  readonly message: JsonObject;
}

/** A stored decision in sentences: docs/interface/decision.md#in-words. */
export async function explainStored(
  { tx, banks, language, isForBank }: Explaining,
  stored: Stored,
): Promise<Explanation> {
  const { row, events, trace, message } = stored;
  const { bank_id: bankId, account_id: accountId, card_id: cardId, account_sequence: before, decided_at: at } = row;
  const history =
    isForBank && cardId !== null && before !== null
      ? await readToldChanges(tx, { bankId, accountId, cardId, before })
      : [];
  const money = row.currency === null ? undefined : currency(row.currency);
  return explainDecision(
    {
      is_preview: false,
      action_code: row.action_code,
      rule: row.rule,
      trace,
      decided_at: at.toISOString(),
      amount_minor: money === undefined ? null : String(row.billing_minor),
      currency: toldCurrency(money),
      ...shownOfMessage(message),
      ...(row.masked_number !== null && { card_number: row.masked_number }),
      ...toldOfBank(bankFactsOf(banks.bank(bankId)), trace, at),
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
