import { expect, it } from 'vitest';
import { currencyDigits } from '../../parts/value/currency-numbers.ts';
import { displayField } from './field-value.ts';

const MESSAGE = {
  Transaction_Amount: '000000002500',
  Currency_Code_Transaction: '392',
  Transaction_Amount_Cardholder_Billing: '000000012345',
  Currency_Code_Cardholder_Billing: '784',
  Merchant_Type: '5411',
  Card_Acceptor_Name_Location: `${'SHOP, TOKYO'.padEnd(38)}JP`,
  System_Trace_Audit_Number: '000001',
};
const display = (name: string, language: 'en' | 'ar' = 'en', more: object = {}) =>
  displayField(name, { ...MESSAGE, ...more }, language, language === 'en' ? 'en-GB' : 'ar-AE');

it('amounts of a message are formatted with the decimal places of their own currency', () => {
  expect(display('Transaction_Amount')).toEqual({ kind: 'money', amount: '2500', currency: 'JPY' });
  expect(display('Transaction_Amount_Cardholder_Billing')).toEqual({
    kind: 'money',
    amount: '123.45',
    currency: 'AED',
  });
  expect(display('Transaction_Amount', 'en', { Currency_Code_Transaction: '000' })).toBeUndefined();
  expect(['AED', 'KWD', 'JPY', 'IQD', 'IDR'].map(currencyDigits)).toEqual([2, 3, 0, 3, 2]);
});

it('categories, currencies and countries are shown by name, in the language of the page', () => {
  expect(display('Merchant_Type')).toEqual({ kind: 'name', name: 'Grocery stores, supermarkets' });
  expect(display('Merchant_Type', 'ar')).toEqual({ kind: 'name', name: 'بقالات وأسواق مركزية' });
  expect(display('Merchant_Type', 'en', { Merchant_Type: '3005' })).toEqual({ kind: 'name', name: 'Airlines' });
  expect(display('Merchant_Type', 'en', { Merchant_Type: '0001' })).toBeUndefined();
  expect(display('Currency_Code_Cardholder_Billing')).toEqual({ kind: 'name', name: 'United Arab Emirates Dirham' });
  expect(display('Card_Acceptor_Name_Location')).toEqual({ kind: 'name', name: 'Japan' });
  expect(display('System_Trace_Audit_Number')).toBeUndefined();
});
