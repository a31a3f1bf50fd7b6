/** What the token for an acquirer's screening provider is bound to, sealed. */
export function screeningTokenContext(acquirerId: string): string {
  return `screening-token:${acquirerId}`;
}
