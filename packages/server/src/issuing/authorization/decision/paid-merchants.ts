/** Where cards have paid (docs/interface/conditions.md#first-at-a-merchant): approved messages, by {@link paidAt}. */
export type PaidMerchants = ReadonlySet<string>;

/** A card at a merchant. */
export function paidAt(cardId: bigint, merchantId: string): string {
  return `${cardId} ${merchantId}`;
}

/** Notes where an approval was paid: from then on the card is known there. */
export function recordPaid(
  paid: Set<string> | undefined,
  card: { readonly cardId: bigint } | undefined,
  { merchantId }: { readonly merchantId: string },
  { actionCode }: { readonly actionCode: string },
): void {
  if (paid !== undefined && card !== undefined && actionCode === '00') paid.add(paidAt(card.cardId, merchantId));
}

/** The merchant of a stored message, by the JSON of its text there. */
export function merchantOfJson(json: string): string {
  return (JSON.parse(json) as string).trimEnd();
}
