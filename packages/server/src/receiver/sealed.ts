/** What a received payload is bound to: it opens in no other place. */
export function payloadContext(bankId: string, notificationId: string): string {
  return `received:${bankId}:${notificationId}`;
}
