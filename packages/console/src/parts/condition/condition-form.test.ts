import { opsOf } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { loadLanguage, loadScreenWords } from '../../words/load-language.ts';
import {
  NEW_TEST,
  nodeOf,
  parseValue,
  parseValues,
  withField,
  withLimit,
  withOp,
  withValue,
} from './condition-draft.ts';
import { conditionFaults, describeFault, faultsAt } from './condition-faults.ts';
import { formatCondition, parseCondition } from './condition-text.ts';
import { describeCondition } from './condition-words.ts';
import { faultyJsonLine } from './faulty-json-line.ts';

const amount = { field: 'amount', op: 'gt', value: '500.00' } as const;

describe('the text of a condition', () => {
  it('contains the values of the form to the last digit, and reports the line where it is not JSON', () => {
    const text = formatCondition({ all: [amount, { not: amount }] });
    expect(parseCondition(text)).toEqual({ isJson: true, value: { all: [amount, { not: amount }] } });
    const read = parseCondition('{"field": "amount", "op": "gt", "value": 1500.10}');
    expect(read.isJson && formatCondition(read.value)).toContain('"value": "1500.10"');
    expect(parseCondition('{\n  "all": [\n    oops\n  ]\n}')).toEqual({ isJson: false, line: 3 });
    expect(parseCondition('{"all": [], "all": []}')).toEqual({ isJson: false, line: undefined });
    const lines = ['', '{', '{\n"a": 1,\n}', '[1\n2]', '[1,\n"a\\x"]', '1\n2', '{"a"\n1}'].map(faultyJsonLine);
    expect(lines).toEqual([1, 1, 3, 2, 2, 2, 2]);
    expect(faultyJsonLine(JSON.stringify([{ a: [-1.5e3, true, null] }, 'é\\n"'], null, 1))).toBeUndefined();
  });

  it('retains content that the form has no fields for: another member, another operator, another form', () => {
    const others = [{ some: [] }, { ...amount, note: 'x' }, { ...amount, op: 'prefix' }, { all: amount }, 'text', null];
    expect(others.map((value) => nodeOf(value as never).form)).toEqual(others.map(() => 'other'));
  });
});

describe('a comparison', () => {
  it('retains the part of its value that fits another field or operator', () => {
    const test = { field: 'mcc', op: 'eq', value: '5411' } as const;
    expect(withField(test, 'localHour')).toEqual({ field: 'localHour', op: 'eq', value: 0 });
    expect(withField({ ...test, op: 'prefix' }, 'amount')).toEqual({
      field: 'amount',
      op: opsOf('amount')[0],
      value: '',
    });
    expect(withOp(test, 'in')).toEqual({ field: 'mcc', op: 'in', value: ['5411'] });
    expect(withOp({ ...test, op: 'in', value: ['5411', '5812'] }, 'ne')).toEqual({ ...test, op: 'ne' });
    const used = withField({ field: 'localHour', op: 'gte', value: 3 }, 'limitCount');
    expect(used).toEqual({ field: 'limitCount', limit: '', op: 'gte', value: 0 });
    const counted = { field: 'limitCount', limit: 'PROBES', op: 'gte', value: 3 } as const;
    expect(withOp(counted, 'in')).toEqual({ ...counted, op: 'in', value: [3] });
    expect(withValue(counted, 5)).toEqual({ ...counted, value: 5 });
    expect(withLimit(counted, 'TRIES')).toEqual({ ...counted, limit: 'TRIES' });
    expect(withField(counted, 'localHour')).toEqual({ field: 'localHour', op: 'gte', value: 0 });
    expect([nodeOf(counted).form, nodeOf({ ...amount, limit: 'PROBES' }).form]).toEqual(['test', 'other']);
    expect(withOp(test, 'inList')).toEqual({ field: 'mcc', op: 'inList', value: '' });
  });

  it('parses whole numbers, and leaves other text for the check to report', () => {
    const hour = { type: 'whole', least: 0, most: 23 } as const;
    expect([parseValue(hour, ' 22 '), parseValue(hour, '2x')]).toEqual([22, '2x']);
    expect(parseValues(hour, '1, 2,')).toEqual([1, 2]);
  });
});

describe('a fault of a condition', () => {
  it('is reported at its own path, and not at the enclosing group', () => {
    const value = { all: [amount, { any: [NEW_TEST, { field: 'mcc', op: 'in', value: [] }] }] };
    const faults = conditionFaults(value as never, 'condition', []);
    expect(faults.map(({ path }) => path)).toEqual(['condition.all[1].any[0].value', 'condition.all[1].any[1].value']);
    expect(faultsAt(faults, 'condition')).toEqual([]);
    expect(faultsAt(faults, 'condition.all[1]')).toEqual([]);
    const [first] = faultsAt(faults, 'condition.all[1].any[0]');
    expect(first && describeFault(first, NEW_TEST)).toEqual(['condition.fault.amount']);
  });

  it('appears once if the server reports it too, such as a missing list', () => {
    const test = { field: 'mcc', op: 'inList', value: 'gambling' };
    const warnings = [{ path: 'condition.value', code: '317', message: 'is no list of the bank' }];
    const [fault] = faultsAt(conditionFaults(test, 'condition', warnings), 'condition');
    expect(fault && describeFault(fault, test)).toEqual(['condition.fault.noSuchList']);
    const used = { field: 'limitSum', limit: '', op: 'gt', value: '5' };
    const [unnamed] = faultsAt(conditionFaults(used, 'condition', []), 'condition');
    expect(unnamed && describeFault(unnamed, used)).toEqual(['condition.fault.limit']);
  });
});

it('a condition is described in one line, in both languages', async () => {
  await loadLanguage('en');
  await loadScreenWords();
  await loadLanguage('ar');
  const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
  const condition = {
    all: [
      { field: 'channel', op: 'eq', value: 'ECOM' },
      amount,
      {
        any: [
          { field: 'localHour', op: 'gte', value: 22 },
          { field: 'localWeekday', op: 'in', value: [6, 7] },
        ],
      },
      { not: { field: 'country', op: 'eq', value: 'AE' } },
      { field: 'isForeign', op: 'ne', value: true },
    ],
  } as const;
  expect(plain(describeCondition(condition, 'en'))).toBe(
    'Channel is E-commerce and Amount is greater than 500.00 and (Hour (bank time) is at least 22:00 or ' +
      'Day of the week (bank time) is one of Saturday or Sunday) and not (Merchant country is United Arab Emirates) ' +
      'and The payment is domestic',
  );
  const figures = {
    all: [
      { field: 'firstAtMerchant', op: 'eq', value: true },
      { field: 'firstAtMerchant', op: 'ne', value: true },
      { field: 'limitCount', limit: 'PROBES', op: 'gte', value: 3 },
      { field: 'limitSum', limit: 'SPENT', op: 'lt', value: '10.00' },
    ],
  } as const;
  expect(plain(describeCondition(figures, 'en'))).toBe(
    'It is the first payment with the card at the merchant and The card has paid at this merchant before ' +
      'and The count of limit PROBES before the message is at least 3 and The amount used of limit SPENT before the message ' +
      'is less than 10.00',
  );
  expect(plain(describeCondition(figures.all[2], 'ar'))).toBe('ما عدّه PROBES من قبل لا يقل عن 3');
  expect(plain(describeCondition(amount, 'ar'))).toBe('المبلغ أكثر من 500.00');
});
