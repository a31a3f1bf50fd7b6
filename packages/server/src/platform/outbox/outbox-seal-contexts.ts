/**
 * The context of a sealed payload. Each context of the outbox begins with the bank, and a sealed text cannot be opened
 * in another one.
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
