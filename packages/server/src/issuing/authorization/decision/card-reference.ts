/** A card and its account. */
export interface CardReference {
  readonly cardId: bigint;
  readonly accountId: bigint;
}
