import { LIST_NAME } from '../schema/list-name.ts';
import {
  AMOUNT_DECIMALS,
  type ConditionFieldKind,
  type ConditionFieldName,
  type ConditionOp,
  conditionField,
  MAX_VALUES,
} from './condition-fields.ts';

interface ValueFault {
  /** Appended to the path of the value. */
  readonly at: string;
  readonly error: 'field_missing' | 'wrong_length' | 'wrong_format' | 'value_not_allowed';
  readonly message: string;
}

/** Returns the fault of a comparison's value, or undefined if the value is valid. */
export function valueFault(field: ConditionFieldName, op: ConditionOp, value: unknown): ValueFault | undefined {
  const { kind } = conditionField(field);
  if (op === 'inList' || op === 'notInList') {
    const isName = typeof value === 'string' && LIST_NAME.test(value);
    return isName ? undefined : fault('', 'wrong_format', 'must be the name of a list');
  }
  if (op !== 'in' && op !== 'notIn') return faultOfOne(kind, op, value, '');
  if (!Array.isArray(value)) return fault('', 'wrong_format', 'must be an array of values');
  if (value.length === 0) return fault('', 'field_missing', 'must contain at least 1 value');
  if (value.length > MAX_VALUES) return fault('', 'wrong_length', `must contain at most ${MAX_VALUES}`);
  for (const [at, one] of value.entries()) {
    const fault = faultOfOne(kind, op, one, `[${at}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOfOne(kind: ConditionFieldKind, op: ConditionOp, value: unknown, at: string): ValueFault | undefined {
  switch (kind.type) {
    case 'flag':
      return typeof value === 'boolean' ? undefined : fault(at, 'wrong_format', 'must be true or false');
    case 'amount':
      return scaledAmount(value) === undefined
        ? fault(at, 'wrong_format', 'must be a decimal amount such as "1500.00"')
        : undefined;
    case 'whole': {
      const isOne = Number.isInteger(value) && (value as number) >= kind.least && (value as number) <= kind.most;
      return isOne ? undefined : fault(at, 'wrong_format', `must be a whole number from ${kind.least} to ${kind.most}`);
    }
    case 'choice':
      return typeof value === 'string' && kind.values.includes(value)
        ? undefined
        : fault(at, 'value_not_allowed', `must be one of ${kind.values.join(', ')}`);
    case 'text': {
      const pattern = op === 'prefix' ? kind.prefix : kind.pattern;
      if (typeof value === 'string' && new RegExp(pattern ?? kind.pattern).test(value)) return undefined;
      return fault(at, 'wrong_format', `must be ${op === 'prefix' ? 'a beginning of ' : ''}${kind.expects}`);
    }
  }
}

function fault(at: string, error: ValueFault['error'], message: string): ValueFault {
  return { at, error, message };
}

const AMOUNT = /^(\d{1,15})(?:\.(\d{1,4}))?$/;

/** Converts "1500.5" to 15005000n, in ten-thousandths of the unit. Returns undefined if the value is not an amount. */
export function scaledAmount(value: unknown): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const [, units, decimals = ''] = AMOUNT.exec(String(value)) ?? [];
  return units === undefined ? undefined : BigInt(units + decimals.padEnd(AMOUNT_DECIMALS, '0'));
}
