/** Where cards have paid (docs/interface/conditions.md#first-at-a-merchant): approved messages, by {@link paymentKey}. */
export type PaidMerchants = ReadonlySet<string>;

/** A card at a merchant. */
export function paymentKey(cardId: bigint, merchantId: string): string {
  return `${cardId} ${merchantId}`;
}

/** Records the merchant of an approval, so that later payments of the card are not its first there. */
export function recordPaidMerchant(
  paidMerchants: Set<string> | undefined,
  card: { readonly cardId: bigint } | undefined,
  { merchantId }: { readonly merchantId: string },
  { actionCode }: { readonly actionCode: string },
): void {
  if (paidMerchants !== undefined && card !== undefined && actionCode === '00')
    paidMerchants.add(paymentKey(card.cardId, merchantId));
}

/** The merchant of a stored message, from the JSON text of its field. */
export function merchantOfJson(json: string): string {
  return (JSON.parse(json) as string).trimEnd();
}
