/**
 * The context that each sealed text of the outbox is bound to, beginning with the bank: it cannot be opened in another
 * context.
 */

export function messagePayloadContext(bankId: string, notificationId: string): string {
  return `notification:${bankId}:${notificationId}`;
}

export function endpointKeyContext(bankId: string, endpointId: string, keyId: string): string {
  return `webhook-key:${bankId}:${endpointId}:${keyId}`;
}

export function oauthSecretContext(bankId: string, endpointId: string): string {
  return `webhook-oauth:${bankId}:${endpointId}`;
}

export function answerContext(bankId: string, endpointId: string): string {
  return `attempt:${bankId}:${endpointId}`;
}
