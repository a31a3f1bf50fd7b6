import { type EquivalentFault, inFile, SHORTCUT } from '../one-equivalent-fault.ts';

const COMPUTED_AGAIN = 'a shortcut: what is cached for too short a time is computed again';
const ONE_DIGIT = 'at most one digit is missing, and that is the first of the text';

const NO_HOURS = 'the simulation asks no hour of the day: issuing/rules/rules.test.ts does';
const TO_THE_QUARTER = "{ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' }";
const SPANS_WITH_IT = '[...spans.filter((span) => span.until !== newSpan.until), newSpan]';
const STORES_SPAN = `spansOfDays.set(day, ${SPANS_WITH_IT});`;

/** Equivalent faults in cards, restrictions, calendar and money. */
export const EQUIVALENT_IN_KERNEL: readonly EquivalentFault[] = [
  ...inFile('issuing/cards/card.ts', [
    ['byProduct < current', 'byProduct <= current', 'where both are the same, either is right'],
    ['1', '2', 'any digit but the right one makes the check digit wrong', 'makeExid'],
    ["'0'", '"0_"', ONE_DIGIT, 'expiryAfter'],
    ['0', '1', 'an expiry has the last two digits of a year', 'expiryAfter.year'],
  ]),
  ...inFile('platform/kernel/time/calendar.ts', [
    ['atMidnight || isLate ? date.add({ days: 1 }) : date', 'date', COMPUTED_AGAIN],
    ['atMidnight || isLate', 'atMidnight', COMPUTED_AGAIN],
    ['atMidnight || isLate', 'isLate', COMPUTED_AGAIN],
    ['atMidnight || isLate', '(atMidnight) && (isLate)', COMPUTED_AGAIN],
    [TO_THE_QUARTER, "{ roundingIncrement: 15, roundingMode: 'floor' }", NO_HOURS],
    [TO_THE_QUARTER, "{ smallestUnit: 'minute', roundingMode: 'floor' }", NO_HOURS],
    [TO_THE_QUARTER, "{ smallestUnit: 'minute', roundingIncrement: 15 }", NO_HOURS],
    ["'minute'", '"minute_"', NO_HOURS],
    ["'floor'", '"floor_"', NO_HOURS],
    ['15', '16', NO_HOURS, 'createCalendar.time.quarter.roundingIncrement'],
    ['15', '16', NO_HOURS, 'createCalendar.time.until.minutes'],
    ['20_000', '20001', COMPUTED_AGAIN],
    ['86_400_000', '86400001', COMPUTED_AGAIN],
    ['last !== undefined && isIn(last, ms)', 'false', COMPUTED_AGAIN],
    ['ms / DAY_MS', 'ms * DAY_MS', COMPUTED_AGAIN],
    ['spansOfDays.get(day) ?? []', '[]', COMPUTED_AGAIN],
    ['find', 'findLast', 'spans of one day do not overlap'],
    ['last !== undefined', 'false', COMPUTED_AGAIN, 'cacheSpan'],
    [STORES_SPAN, ';', COMPUTED_AGAIN],
    [SPANS_WITH_IT, '[newSpan]', COMPUTED_AGAIN],
    [SPANS_WITH_IT, '[...spans.filter((span) => span.until !== newSpan.until)]', COMPUTED_AGAIN],
    ['spans.filter((span) => span.until !== newSpan.until)', 'spans', 'a part of a span says what the span says'],
    ['span.until !== newSpan.until', 'span.until === newSpan.until', COMPUTED_AGAIN],
    ['last = newSpan;', ';', COMPUTED_AGAIN],
    ['ms >= from', 'ms > from', COMPUTED_AGAIN],
    ["'0'", '"0_"', ONE_DIGIT, 'two'],
  ]),
  ...inFile('platform/kernel/money.ts', [
    ['cached !== undefined', 'false', SHORTCUT],
    ['cache.set(code, entry);', ';', SHORTCUT],
    ['minor < 0n', 'minor <= 0n', 'zero is its own negative', 'formatAmount.digits'],
    ['0n', '1n', 'zero is its own negative', 'formatAmount.digits'],
  ]),
  ...inFile('issuing/restrictions/restriction.ts', [
    ['countries !== undefined && { countries }', '{ countries }', 'no countries are none, and are not stored'],
  ]),
];
