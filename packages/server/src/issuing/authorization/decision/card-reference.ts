/** Where a card lies. */
export interface CardReference {
  readonly cardId: bigint;
  readonly accountId: bigint;
}
