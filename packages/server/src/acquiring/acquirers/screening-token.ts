/** The context that the sealed token of an acquirer's screening provider is bound to. */
export function screeningTokenContext(acquirerId: string): string {
  return `screening-token:${acquirerId}`;
}
