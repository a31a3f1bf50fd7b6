import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HashingKey, SealingKey } from './seal.ts';

const plain = Buffer.from('4000001234567899');

describe('SealingKey', () => {
  const key = new SealingKey(randomBytes(32));

  it('opens what it sealed for the same context', () => {
    expect(key.open(key.seal(plain, 'card 1'), 'card 1')).toEqual(plain);
  });

  it('seals the same value differently each time, without revealing it', () => {
    const [one, other] = [key.seal(plain, 'card 1'), key.seal(plain, 'card 1')];
    expect(one.equals(other)).toBe(false);
    expect(one).toHaveLength(12 + plain.length + 16);
    expect(one.includes('400000')).toBe(false);
  });

  it('does not open for another context, another key, or with any bit changed', () => {
    const sealed = key.seal(plain, 'card 1');
    expect(() => key.open(sealed, 'card 2')).toThrow();
    expect(() => new SealingKey(randomBytes(32)).open(sealed, 'card 1')).toThrow();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => key.open(changed, 'card 1'), `byte ${at}`).toThrow();
    }
  });

  it('does not open a truncated value', () => {
    const sealed = key.seal(plain, 'card 1');
    for (let length = 0; length < sealed.length; length++) {
      expect(() => key.open(sealed.subarray(0, length), 'card 1'), `${length} bytes`).toThrow();
    }
  });

  it('has 32 bytes', () => {
    expect(() => new SealingKey(randomBytes(16))).toThrow('a sealing key has 32 bytes');
    expect(() => new HashingKey(randomBytes(31))).toThrow('a hashing key has 32 bytes');
  });
});

describe('HashingKey', () => {
  it('gives the same hash for the same text, and a different one for another domain or key', () => {
    const bytes = randomBytes(32);
    const hash = new HashingKey(bytes).hash('card-number', '4000001234567899');
    expect(hash).toHaveLength(32);
    expect(new HashingKey(bytes).hash('card-number', '4000001234567899')).toEqual(hash);
    expect(new HashingKey(bytes).hash('content', '4000001234567899')).not.toEqual(hash);
    expect(new HashingKey(bytes).hash('card-number\0', '4000001234567899')).not.toEqual(hash);
    expect(new HashingKey(randomBytes(32)).hash('card-number', '4000001234567899')).not.toEqual(hash);
  });
});
