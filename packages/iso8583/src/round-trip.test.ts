import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../server/src/testing/random.ts';
import { Codec } from './codec.ts';
import { loadSpecification } from './load-specification.ts';
import { BUILT_IN_NAMES, type Specification } from './specification.ts';
import { SPECIFICATIONS } from './specifications/built-in.ts';
import { randomMessage } from './testing/random-message.ts';

/** Every built-in specification, with every combination of encodings. */
const specification: fc.Arbitrary<Specification> = fc
  .record({
    extends: fc.constantFrom(...BUILT_IN_NAMES),
    encoding: fc.record(
      {
        mti: fc.constantFrom('ascii', 'bcd'),
        bitmap: fc.constantFrom('hex', 'binary'),
        digits: fc.constantFrom('ascii', 'bcd'),
        lengths: fc.constantFrom('ascii', 'bcd', 'binary'),
        binary: fc.constantFrom('hex', 'raw'),
        hexCase: fc.constantFrom('upper', 'lower'),
        padding: fc.constantFrom('left-zero', 'right-zero', 'right-f'),
      },
      { requiredKeys: [] },
    ),
  })
  // LL in one byte would limit nothing else than the digits do
  .map((chosen) => loadSpecification({ name: 'any', ...chosen }));

describe('a message that is encoded and decoded', () => {
  it('has the same type and fields, and the same bytes when it is encoded again', () => {
    fc.assert(
      fc.property(specification, fc.integer(), (chosen, seed) => {
        const codec = new Codec(chosen);
        const message = randomMessage(seededRandom(seed), chosen);
        const bytes = codec.encode(message);
        const result = codec.decode(bytes);
        if (!result.ok) throw new Error(JSON.stringify(result.malformed));
        expect(result.message.mti).toBe(message.mti);
        expect(result.message.toObject()).toEqual(message.toObject());
        expect(codec.encode(result.message).equals(bytes)).toBe(true);
      }),
      { numRuns: 500, seed: 8583 },
    );
  });

  it.each(BUILT_IN_NAMES)('can have every field of %s with its largest length', (name) => {
    const codec = new Codec(SPECIFICATIONS[name]);
    const message = randomMessage(seededRandom(1), SPECIFICATIONS[name]);
    for (const [number, { format, length }] of Object.entries(SPECIFICATIONS[name].fields)) {
      const size = format === 'b' ? 2 * length : length;
      message.set(Number(number), `${format === 'x+n' ? 'C' : ''}${'1'.repeat(size)}`);
    }
    const bytes = codec.encode(message);
    const result = codec.decode(bytes);
    expect(result.ok && result.message.toObject()).toEqual(message.toObject());
    expect(result.ok && result.message.fields).toHaveLength(126);
  });
});
