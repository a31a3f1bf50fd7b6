/** Returns the context to which the sealed token of an acquirer's screening provider is bound. */
export function screeningTokenContext(acquirerId: string): string {
  return `screening-token:${acquirerId}`;
}
