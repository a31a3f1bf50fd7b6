/** The context that what a provider gave is sealed under: of one session alone. */
export function grantContext(log: string, secretHash: Buffer): string {
  return `session-grant:${log}:${secretHash.toString('hex')}`;
}
