import { HashingKey, type SealingKey } from './seal.ts';

/** Tells a key of the key file from every other, without telling anything of it. */
export function markOf(key: SealingKey | HashingKey, version: number): Buffer {
  if (key instanceof HashingKey) return key.hash('root-key', String(version));
  return key.mac('root-key', Buffer.from(String(version)));
}

/** What a wrapped data key is bound to: it is no other version's. */
export function dataKeyContext(version: number): string {
  return `data-key:${version}`;
}

export function contentKeyContext(): string {
  return 'content-key';
}

/** No caller's context can pass for that of a card number. */
export function textContext(context: string): string {
  return `text:${context}`;
}

/** What a sealed number is bound to: it cannot be read in another card's row. */
export function numberContext(bankId: string, cardId: bigint | string): string {
  return `card-number:${bankId}:${cardId}`;
}
