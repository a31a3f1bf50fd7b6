import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Message } from './message.ts';

describe('a message', () => {
  it('behaves like a sorted map of the fields 2 to 128', () => {
    const change = fc.record({ field: fc.integer({ min: 2, max: 128 }), value: fc.option(fc.string()) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
        const message = new Message('0100');
        const model = new Map<number, string>();
        for (const { field, value } of changes) {
          if (value === null) expect(message.delete(field)).toBe(model.delete(field));
          else {
            message.set(field, value);
            model.set(field, value);
          }
        }
        const sorted = [...model].sort(([one], [other]) => one - other);
        expect([...message]).toEqual(sorted);
        expect(message.fields).toEqual(sorted.map(([field]) => field));
        expect(message.values).toEqual(sorted.map(([, value]) => value));
        for (let field = 0; field <= 130; field++) {
          expect(message.get(field)).toBe(model.get(field));
          expect(message.has(field)).toBe(model.has(field));
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([0, 1, 129, -1, 2.5, Number.NaN])('has no field %d', (field) => {
    expect(() => new Message('0100').set(field, '')).toThrow(RangeError);
    expect(new Message('0100').get(field)).toBeUndefined();
  });

  it('shows no values in a log', () => {
    const message = new Message('0100', { 2: '4761739001010010' });
    expect(`${JSON.stringify(message)} ${inspect(message)} ${message}`).not.toContain('4761');
  });

  it('leaves the object that it was made from as it is', () => {
    const fields = { 11: '000042' };
    new Message('0800', fields).set(11, '000043').set(39, '00');
    expect(fields).toEqual({ 11: '000042' });
  });
});
