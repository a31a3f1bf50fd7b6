import { describe, expect, it } from 'vitest';
import { compile } from '../schema/compile.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { tableOf } from '../testing/table.ts';
import { changeProgram } from './change-program.ts';
import { INSURANCE_CODES, InsuranceList, insuranceOperation } from './insurance-program.ts';
import { listPrograms } from './list-programs.ts';
import { listProgramsByNumber } from './list-programs-by-number.ts';
import { readProgram } from './read-program.ts';

const list = InsuranceList as unknown as FieldSchema;
const product = list.properties!.insurance_products!.items!;

describe('the insurance response', () => {
  it('has its fields and maximum lengths', () => {
    expect(tableOf(list)).toEqual({
      card_identifier_id: 'required 20',
      card_identifier_type: 'required 32',
      insurance_products: 'required',
    });
    expect(tableOf(product)).toEqual({
      name: 'required 255',
      code: 'required 2',
      is_active: 'required 32',
      status_code: 'required 10',
      status_name: 'required 255',
      parameters: 'required',
    });
    expect(tableOf(product.properties!.parameters)).toEqual({
      insurance_company: 'required 32',
      grace_period_duration: 'required 32',
      grace_period_type: 'required 32',
      dlq_cancel_auto_reinstate: 'required 32',
      dlq_cancel_man_reinstate: 'required 32',
      allow_zero_coverage: 'required 32',
      max_coverage_behavior: 'required 32',
      minimum_fee: 'required 32',
      base_fee: 'required 32',
      percentage: 'required 32',
      max_coverage: 'required 32',
      max_age: 'required 32',
    });
  });

  it('reports a program as ACTIVE or CANCELLED, with a code from 01 to 12', () => {
    expect(product.properties!.is_active!.enum).toEqual(['ACTIVE', 'CANCELLED']);
    expect(INSURANCE_CODES.join(' ')).toBe('01 02 03 04 05 06 07 08 09 10 11 12');
  });
});

describe('the insurance requests', () => {
  it('carry the three headers', () => {
    for (const operation of [listPrograms, readProgram, listProgramsByNumber, changeProgram]) {
      expect(tableOf(operation.headers)).toEqual({
        'Unique-Reference-Code': 'required 12',
        'Channel-Id': 'required 10',
        'Financial-Id': 'required 4',
      });
      expect(operation.bankHeader).toBe('Financial-Id');
    }
  });

  it('identify the bank in a required header', () => {
    expect(Object.keys(insuranceOperation.headers.properties)).toContain(insuranceOperation.bankHeader);
  });

  it('identify the card in the path with 16 to 19 characters, and its type with at most 15', () => {
    for (const { params, query } of [listPrograms, readProgram, changeProgram]) {
      const { card_identifier_id: id } = (params as unknown as FieldSchema).properties!;
      expect([id!.minLength, id!.maxLength]).toEqual([16, 19]);
      expect(tableOf(query)).toEqual({ card_identify_type: 'optional 15' });
    }
  });

  it('have their methods and paths', () => {
    const summaries = [listPrograms, readProgram, listProgramsByNumber, changeProgram].map(
      ({ method, path, scope, unversioned }) => `${method} ${path} ${scope} ${unversioned}`,
    );
    expect(summaries).toEqual([
      'GET /cards/{card_identifier_id}/insurances insurance:read true',
      'GET /cards/{card_identifier_id}/insurances/{code} insurance:read true',
      'POST /cards_pan/insurances insurance:read true',
      'PATCH /cards/{card_identifier_id}/insurances/{code} insurance:write true',
    ]);
  });

  it('accept a card identifier of 20 digits with a warning, and nothing else beyond 19', () => {
    const check = compile(listPrograms.params);
    const of = (card_identifier_id: string) => check({ card_identifier_id }, '');
    expect(of('90000000000000000017')).toEqual({
      value: { card_identifier_id: '90000000000000000017' },
      findings: [],
      omittedCount: 0,
      warnings: [{ path: 'card_identifier_id', rule: 'long-identifier' }],
    });
    for (const id of ['9000000000000000001X', '900000000000000000001', '9'.repeat(15)]) {
      expect(of(id).findings.map(({ error }) => error)).toEqual(['wrong_length']);
    }
    for (const id of ['9'.repeat(16), '9'.repeat(19), '400000XXXXXX7899']) {
      expect(of(id)).toEqual({ value: { card_identifier_id: id }, findings: [], omittedCount: 0, warnings: [] });
    }
  });
});
