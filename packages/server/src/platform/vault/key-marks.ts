import { HashingKey, type SealingKey } from './seal.ts';

/** A hash that identifies a key of the key file without revealing it. */
export function markOf(key: SealingKey | HashingKey, version: number): Buffer {
  if (key instanceof HashingKey) return key.hash('root-key', String(version));
  return key.mac('root-key', Buffer.from(String(version)));
}

/** The context that a wrapped data key is bound to, so that it cannot be used as another version. */
export function dataKeyContext(version: number): string {
  return `data-key:${version}`;
}

/** The context that a wrapped content key is bound to. The first one was wrapped before content keys had versions. */
export function contentKeyContext(version: number): string {
  return version === 1 ? 'content-key' : `content-key:${version}`;
}

/** The context of a text. Its prefix prevents a caller's context from matching the context of a card number. */
export function textContext(context: string): string {
  return `text:${context}`;
}

/** The context that a sealed number is bound to. The number cannot be opened in another card's row. */
export function numberContext(bankId: string, cardId: bigint | string): string {
  return `card-number:${bankId}:${cardId}`;
}
