/** The context that a received payload is bound to: it cannot be opened in another one. */
export function receivedPayloadContext(bankId: string, notificationId: string): string {
  return `received:${bankId}:${notificationId}`;
}

/** The context that a sender's key is bound to. */
export function senderKeyContext(bankId: string, mark: Buffer): string {
  return `receiver-key:${bankId}:${mark.toString('hex')}`;
}
