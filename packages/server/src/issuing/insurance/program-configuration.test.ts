import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../host/configuration/configuration.ts';
import { fileFolder } from '../../testing/file-resources.ts';

const PARAMETERS = {
  insurance_company: 'ACME INSURANCE',
  grace_period_duration: '30',
  grace_period_type: 'D',
  dlq_cancel_auto_reinstate: 'Y',
  dlq_cancel_man_reinstate: 'N',
  allow_zero_coverage: 'N',
  max_coverage_behavior: 'C',
  minimum_fee: '5.00',
  base_fee: '0.00',
  percentage: '0.99',
  max_coverage: '100000.00',
  max_age: '65',
};
const PROGRAM = { code: '01', name: 'Credit Shield', parameters: PARAMETERS };

const folder = fileFolder();

async function read(program: unknown): Promise<unknown> {
  const bank = {
    bank_id: 'ACME',
    bank_code: '042',
    name: 'Acme Bank',
    country: 'AE',
    currency: 'AED',
    time_zone: 'Asia/Dubai',
    products: [],
    insurance_programs: [program],
  };
  const path = join(folder, 'banks.json');
  await writeFile(path, JSON.stringify({ banks: [bank], oauth_clients: [] }));
  return (await readConfiguration(path)).banks[0]!.insurance_programs;
}

describe('insurance_programs of a bank', () => {
  it('are read as configured', async () => {
    expect(await read(PROGRAM)).toEqual([PROGRAM]);
  });

  it.each(['dlq_cancel_auto_reinstate', 'dlq_cancel_man_reinstate', 'max_coverage_behavior'])(
    'may have an empty %s, but must have that member',
    async (name) => {
      const program = { ...PROGRAM, parameters: { ...PARAMETERS, [name]: '' } };
      expect(await read(program)).toEqual([program]);
      const { [name]: _, ...rest } = PARAMETERS as Record<string, string>;
      await expect(read({ ...PROGRAM, parameters: rest })).rejects.toThrow(`parameters.${name} is mandatory`);
    },
  );

  it.each(Object.keys(PARAMETERS))('must have %s, a text of at most 32 characters', async (name) => {
    const { [name]: _, ...rest } = PARAMETERS as Record<string, unknown>;
    await expect(read({ ...PROGRAM, parameters: rest })).rejects.toThrow(`parameters.${name} is mandatory`);
    await expect(read({ ...PROGRAM, parameters: { ...PARAMETERS, [name]: 5 } })).rejects.toThrow(
      `parameters.${name} must be a string`,
    );
    await expect(read({ ...PROGRAM, parameters: { ...PARAMETERS, [name]: 'x'.repeat(33) } })).rejects.toThrow(
      `parameters.${name} must be at most 32 characters`,
    );
  });

  it.each([
    [{ ...PROGRAM, code: '13' }, 'code must be 01 or'],
    [{ ...PROGRAM, code: '1' }, 'code must be 01 or'],
    [{ ...PROGRAM, name: '' }, 'name is mandatory'],
    [{ ...PROGRAM, name: 'x'.repeat(256) }, 'name must be at most 255 characters'],
    [{ ...PROGRAM, fee: '1' }, 'fee is not a setting'],
    [{ ...PROGRAM, parameters: { ...PARAMETERS, allow_zero_coverage: 'X' } }, 'allow_zero_coverage must be Y or N'],
    [{ ...PROGRAM, parameters: { ...PARAMETERS, minimum_fee: '' } }, 'minimum_fee is mandatory'],
  ])('are refused if invalid: %#', async (program, message) => {
    await expect(read(program)).rejects.toThrow(message);
  });
});
