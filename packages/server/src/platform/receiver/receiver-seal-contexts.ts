/** The context that a received payload is bound to. It cannot be opened in another one. */
export function receivedPayloadContext(bankId: string, notificationId: string): string {
  return `received:${bankId}:${notificationId}`;
}

/** The context that the activation code of a received notification is bound to. */
export function receivedActivationContext(bankId: string, notificationId: string): string {
  return `received-activation:${bankId}:${notificationId}`;
}

/** The context that a sender's key is bound to. */
export function senderKeyContext(bankId: string, mark: Buffer): string {
  return `receiver-key:${bankId}:${mark.toString('hex')}`;
}
