/** What a received payload is bound to: it opens in no other place. */
export function receivedPayloadContext(bankId: string, notificationId: string): string {
  return `received:${bankId}:${notificationId}`;
}

/** What the key of a sender is bound to. */
export function senderKeyContext(bankId: string, mark: Buffer): string {
  return `receiver-key:${bankId}:${mark.toString('hex')}`;
}
