import {
  type BodyError,
  checkCondition,
  DECISION_RULES,
  DECLINE_REASONS,
  type Finding,
  isReservedName,
  type LimitMeasure,
  MAX_LIMIT_MERCHANTS,
  SINGLE_USE_LIMIT,
} from '@cardwright/contract';
import { parseAmount } from '../../platform/kernel/money.ts';
import { type LimitRequest, subjectOfMeasure } from './limit-terms.ts';

const NAME = /^[A-Z][A-Z0-9_]{0,23}$/;
/** Names that no limit may have, because a decision shows them in the same member as the name of a limit. */
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'APPROVED',
  SINGLE_USE_LIMIT,
  ...DECISION_RULES,
  ...DECLINE_REASONS,
]);
const MAX_MESSAGES = 1_000_000_000n;

/** Returns the faults of a limit that its schema cannot find. */
export function limitFaults(request: LimitRequest, exponent: number): Finding<BodyError>[] {
  const of = request.lockMerchant === undefined ? termFaults(request, exponent) : lockFaults(request);
  return [...nameFaults(request), ...of, ...conditionFaults(request)];
}

/** Returns the faults of the condition. `merchantListFaults` finds those of the lists that the condition names. */
function conditionFaults({ where, measure }: LimitRequest): readonly Finding<BodyError>[] {
  return where === undefined ? [] : checkCondition(where as never, 'where', subjectOfMeasure(measure)).findings;
}

function nameFaults({ id, measure }: LimitRequest): Finding<BodyError>[] {
  if (!NAME.test(id)) return [fault('id', 'wrong_format', 'must be A-Z, digits and _, and begin with a letter')];
  return RESERVED_NAMES.has(id) || isReservedName(id, subjectOfMeasure(measure))
    ? [fault('id', 'value_not_allowed', 'is the name of one of the rules of every account')]
    : [];
}

function lockFaults({ level, measure, of, window, max }: LimitRequest): Finding<BodyError>[] {
  const terms = { measure, of, window, max };
  return [
    ...(level === 'card' || level === 'token'
      ? []
      : [fault('level', 'value_not_allowed', 'must be card or token, for a lock on a merchant')]),
    ...Object.entries(terms).flatMap(([name, value]) =>
      value === undefined ? [] : [fault(name, 'value_not_allowed', 'is not allowed together with lockMerchant')],
    ),
  ];
}

function termFaults({ level, measure, window, max }: LimitRequest, exponent: number): Finding<BodyError>[] {
  const missing = Object.entries({ measure, window, max }).flatMap(([name, value]) =>
    value === undefined ? [fault(name, 'field_missing', 'is required unless lockMerchant is sent')] : [],
  );
  const { calendar, sliding } = window ?? {};
  const isOneOfTwo = window === undefined || (calendar === undefined) !== (sliding === undefined);
  const isLevel = measure !== 'provisionings' || (level !== 'token' && level !== 'bank');
  return [
    ...missing,
    ...(isLevel ? [] : [fault('level', 'value_not_allowed', 'must be card, account or program, for provisionings')]),
    ...(isOneOfTwo ? [] : [fault('window', 'value_not_allowed', 'must name either calendar or sliding')]),
    ...(measure === undefined || max === undefined ? [] : maxFaults(measure, max, exponent)),
  ];
}

function maxFaults(measure: LimitMeasure, max: string, exponent: number): Finding<BodyError>[] {
  if (measure === 'amount') {
    if (parseAmount(max, exponent) !== undefined) return [];
    return [fault('max', 'wrong_format', `must have at most ${exponent} decimals, and at most 18 digits`)];
  }
  if (!/^\d+$/.test(max)) return [fault('max', 'wrong_format', 'must be a whole number')];
  const maxValue = measure === 'merchants' ? BigInt(MAX_LIMIT_MERCHANTS) : MAX_MESSAGES;
  return BigInt(max) <= maxValue ? [] : [fault('max', 'value_not_allowed', `must be at most ${maxValue}`)];
}

function fault(path: string, error: BodyError, message: string): Finding<BodyError> {
  return { path, error, message };
}
