import { describe, expect, it } from 'vitest';
import { ByteParts } from './byte-parts.ts';

const part = (length: number, value: number) => Buffer.allocUnsafeSlow(length).fill(value);

describe('bytes that arrive in parts', () => {
  it('are joined in order, whatever their sizes', () => {
    const sent = [
      part(3, 1),
      part(20_000, 2),
      part(1, 3),
      part(70_000, 4),
      part(15_000, 5),
      part(60_000, 6),
      part(9, 7),
    ];
    const parts = new ByteParts();
    for (const each of sent) parts.add(each);
    expect(parts.length).toBe(165_013);
    expect(Buffer.concat(parts.parts()).equals(Buffer.concat(sent))).toBe(true);
    expect(parts.whole().equals(Buffer.concat(sent))).toBe(true);
  });

  it('are not copied if they are large and own their memory', () => {
    const onePart = part(16_384, 1);
    const shared = part(40_000, 2);
    const parts = new ByteParts();
    parts.add(onePart);
    parts.add(shared.subarray(0, 20_000));
    const [first, second] = parts.parts();
    expect(first).toBe(onePart);
    expect(second!.buffer).not.toBe(shared.buffer);
  });

  it('of one byte each take little more memory than they hold', () => {
    const parts = new ByteParts();
    for (let at = 0; at < 200_000; at++) parts.add(Buffer.from([at % 256]));
    expect(parts.parts().map(({ length }) => length)).toEqual([65_536, 65_536, 65_536, 3_392]);
  });

  it('that never arrived are empty', () => {
    expect(new ByteParts().whole().length).toBe(0);
  });
});
