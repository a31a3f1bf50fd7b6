import { expect, it } from 'vitest';
import { EcommerceRequest } from '../authorization/ecommerce-message.ts';
import { explainField } from './explain-field.ts';

it('every field of the authorization message has a meaning in both languages, which in English is that of its table', () => {
  const fields = Object.entries(EcommerceRequest.properties) as [string, { description?: string }][];
  expect(fields.filter(([name, { description }]) => description !== explainField(name, 'en'))).toEqual([]);
  expect(fields.filter(([name]) => !/[\u0600-\u06ff]/.test(explainField(name, 'ar') ?? ''))).toEqual([]);
  expect(explainField('Merchant_Type', 'en')).toBe('Merchant category code (MCC)');
  expect(explainField('Merchant_Type', 'ar')).toBe('رمز فئة التاجر (MCC)');
  expect(explainField('toString', 'en')).toBeUndefined();
});
