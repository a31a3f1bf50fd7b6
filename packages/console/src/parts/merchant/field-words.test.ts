import { Merchant } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { fieldNameWord } from './field-words.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly variants?: Readonly<Record<string, Schema>>;
  readonly discriminatedBy?: string;
}

function namesIn({ properties = {}, items, variants = {}, discriminatedBy }: Schema): string[] {
  const own = [...Object.keys(properties), ...(discriminatedBy === undefined ? [] : [discriminatedBy])];
  const inner = [...Object.values(properties), ...Object.values(variants), ...(items === undefined ? [] : [items])];
  return [...own, ...inner.flatMap(namesIn)];
}

it('every field of a merchant has a label', () => {
  const names = [...new Set(namesIn(Merchant as unknown as Schema))];
  expect(names.length).toBeGreaterThan(100);
  expect([...names, 'merchantState'].filter((name) => fieldNameWord(name) === undefined)).toEqual([]);
});
