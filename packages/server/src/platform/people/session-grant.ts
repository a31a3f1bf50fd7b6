/** The context under which the grant of a provider is sealed. It belongs to one session. */
export function grantContext(log: string, secretHash: Buffer): string {
  return `session-grant:${log}:${secretHash.toString('hex')}`;
}
