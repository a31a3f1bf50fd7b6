import { statement, type Tx } from '../../../platform/storage/index.ts';
import { paymentKey } from '../decision/paid-merchants.ts';
import { accountColumns } from '../message/account-columns.ts';
import { inBuckets } from '../message/citus-statements.ts';
import type { ResolvedMessage } from '../message/resolved-message.ts';

/** A message whose card was found. */
export type PaidQuestion = Pick<ResolvedMessage, 'bankId' | 'accountId'> & {
  readonly card: { readonly cardId: bigint };
  readonly request: { readonly message: { readonly merchantId: string } };
};

const FIELD = '"Card_Acceptor_Identification_Code":';

/**
 * Finds which of the cards have paid at which of the merchants, in the stored messages of their accounts. These have no index
 * by merchant, because few banks would benefit. Quotes within texts are escaped there, so no other text looks like the field.
 */
const selectPaidMerchants = statement(
  'authorization.select-paid-merchants',
  `select distinct requested.card_id, requested.merchant
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
            as requested (bucket, bank_id, account_id, card_id, merchant, mark)
     join authorizations z
       on z.bucket = requested.bucket and z.account_id = requested.account_id and z.bank_id = requested.bank_id
      and z.card_id = requested.card_id and z.action_code = '00' and z.account_sequence is not null
      and strpos(z.message, requested.mark) > 0
      and substr(z.message, strpos(z.message, requested.mark) + length(requested.mark)) ~ '^ *"'${inBuckets('z')}`,
);

/** A transaction, or the connection of a lane. */
type PaidSource = Pick<Tx, 'query'>;

/** A cache of payments that were found. Its entries never become stale. */
export interface PaidMerchantCache {
  has(place: string): boolean;
  add(place: string): void;
}

/** Finds the messages whose card has paid at the merchant before. Runs after the accounts are locked. */
export async function loadPaidMerchants(
  on: PaidSource,
  messages: readonly PaidQuestion[],
  cache: PaidMerchantCache | undefined,
): Promise<Set<string>> {
  const paidMerchants = new Set<string>();
  const uncheckedQuestions = new Map<string, PaidQuestion>();
  for (const one of messages) {
    const place = paymentKey(one.card.cardId, one.request.message.merchantId);
    if (cache?.has(place)) paidMerchants.add(place);
    else uncheckedQuestions.set(place, one);
  }
  if (uncheckedQuestions.size === 0) return paidMerchants;
  const questions = [...uncheckedQuestions.values()];
  const merchants = questions.map(({ request }) => request.message.merchantId);
  const rows = await on.query<{ card_id: bigint; merchant: string }>(selectPaidMerchants, [
    ...accountColumns(questions),
    questions.map(({ card }) => card.cardId),
    merchants,
    merchants.map(markOf),
  ]);
  for (const { card_id: cardId, merchant } of rows) {
    const place = paymentKey(cardId, merchant);
    paidMerchants.add(place);
    cache?.add(place);
  }
  return paidMerchants;
}

/** The beginning of the merchant field in a stored message. Blanks and a quote follow. */
function markOf(merchantId: string): string {
  return `${FIELD}${JSON.stringify(merchantId).slice(0, -1)}`;
}

/** An SQL expression for the merchant of a stored message, as JSON; null for a message without one. */
export const merchantInMessage = (message: string) =>
  `substring(${message} from '"Card_Acceptor_Identification_Code":("(?:[^"\\\\]|\\\\.)*")')`;
