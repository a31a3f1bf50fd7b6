/** What each sealed text of the outbox is bound to, the bank first: it opens in no other place. */

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
