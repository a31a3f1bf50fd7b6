import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';
import { eachCanonicalPart, writeCanonicalJson } from './write-json.ts';

const read = (text: string) => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

describe('canonical JSON', () => {
  it.each([
    ['{"b":1,"a":{"d":[3,1,2],"c":null}}', '{"a":{"c":null,"d":[3,1,2]},"b":1}'],
    ['{"é":1,"z":2,"Z":3,"10":4,"9":5}', '{"9":5,"10":4,"Z":3,"z":2,"é":1}'],
    [
      '{"b":1.10,"a":[{"y":12345678901234567890,"x":"1.10"}]}',
      '{"a":[{"x":"1.10","y":12345678901234567890}],"b":1.10}',
    ],
    ['{"b":1,"__proto__":{"d":1,"c":2}}', '{"__proto__":{"c":2,"d":1},"b":1}'],
    ['[[],{},[{}],"",true]', '[[],{},[{}],"",true]'],
    ['"a \\"text\\""', '"a \\"text\\""'],
  ])('has sorted keys at every level, and is the same in chunks: %s', (sent, written) => {
    const value = read(sent);
    expect(writeCanonicalJson(value)).toBe(written);
    for (const depth of [0, 1, 2, 3, 9]) {
      const parts: string[] = [];
      eachCanonicalPart(value, depth, (part) => parts.push(part));
      expect(parts.join('')).toBe(written);
    }
  });
});
