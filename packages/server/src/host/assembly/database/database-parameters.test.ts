import { describe, expect, it } from 'vitest';
import { availableMemory, databaseParameters } from './database-parameters.ts';

const GIB = 2 ** 30;

describe('the settings of the embedded database', () => {
  it.each([
    [0.5 * GIB, '128MB'],
    [2 * GIB, '256MB'],
    [24 * GIB, '3072MB'],
    [512 * GIB, '4096MB'],
  ])('keep an eighth of %d bytes of memory in the database, within bounds', (memory, expected) => {
    expect(databaseParameters(memory).shared_buffers).toBe(expected);
  });

  it('depend on the container if it has less memory than the machine', () => {
    expect(availableMemory(16 * GIB, 2 * GIB)).toBe(2 * GIB);
    expect(availableMemory(16 * GIB, undefined)).toBe(16 * GIB);
    // the values on a system without limits
    expect(availableMemory(16 * GIB, 0)).toBe(16 * GIB);
    expect(availableMemory(16 * GIB, 2 ** 63)).toBe(16 * GIB);
  });
});
