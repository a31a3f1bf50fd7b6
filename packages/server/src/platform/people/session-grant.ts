/** The context that the sealed grant of a provider is bound to. It belongs to one session. */
export function grantContext(log: string, secretHash: Buffer): string {
  return `session-grant:${log}:${secretHash.toString('hex')}`;
}
