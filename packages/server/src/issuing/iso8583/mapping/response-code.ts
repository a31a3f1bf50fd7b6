/** The response codes of a network that differ from ours, by our codes. */
export type ResponseCodes = Readonly<Record<string, string>>;

/** DE39 for an action code of ours. Both are response codes of ISO 8583:1987, so a peer without a table gets the code itself. Pure. */
export function toResponseCode(actionCode: string, codes: ResponseCodes): string {
  return codes[actionCode] ?? actionCode;
}
