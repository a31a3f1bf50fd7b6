import { ACTION_CODES } from '../action-codes.ts';
import { conditionShape } from '../conditions/condition-schema.ts';
import { ERRORS, SUCCESS } from '../errors.ts';
import { NOTIFICATION_CODES } from '../receiver/notification-codes.ts';
import type { Json } from './components.ts';

/** A closed list of codes with their meanings. Callers must accept that codes are added to it. */
function codeList(about: string, codes: readonly (readonly [code: string, name: string, meaning: string])[]): Json {
  return {
    type: 'string',
    enum: codes.map(([code]) => code),
    description: [about, '', ...codes.map(([code, , meaning]) => `- \`${code}\` ${meaning}`)].join('\n'),
    'x-enum-varnames': codes.map(([, name]) => name),
    'x-grows': true,
  };
}

/** Sorted by code: JavaScript orders keys like '12' as integers, before '05'. */
function meanings(table: Readonly<Record<string, string>>): (readonly [string, string, string])[] {
  return Object.entries(table)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, text]) => [code, text.toLowerCase().replace(/[^a-z]+/g, '_'), text]);
}

const errorCodes = Object.entries(ERRORS).map(
  ([name, { code, http, text, retry }]) =>
    [code, name, `${text} (HTTP ${http}${retry ? ', a retry can succeed' : ''})`] as const,
);

/**
 * Components with the values of a contract catalogue: fields refer to the catalogue and have no list of their own.
 * Condition is here because it is recursive.
 */
export const CATALOGUES: Readonly<Record<string, Json>> = {
  ErrorCode: codeList('Error code. New codes may be added.', errorCodes),
  AnswerCode: {
    anyOf: [{ const: SUCCESS.code, description: SUCCESS.text }, { $ref: '#/components/schemas/ErrorCode' }],
    description: `${SUCCESS.code}, or an error code`,
  },
  ActionCode: codeList('Decision, as an ISO 8583:1987 response code.', meanings(ACTION_CODES)),
  Condition: conditionShape('#/components/schemas/Condition'),
  NotificationCode: codeList(
    'Whether the notification was accepted.',
    meanings(Object.fromEntries(Object.entries(NOTIFICATION_CODES).map(([code, { text }]) => [code, text]))),
  ),
};
