import { ACTION_CODES, actionCodeOf } from './action-codes.ts';
import { ERRORS, type ErrorName, GENERAL_ERRORS, SUCCESS } from './errors.ts';
import { IDEMPOTENCY_ERRORS } from './idempotency-key.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { NOTIFICATION_CODES, notificationCodeOf } from './receiver/notification-codes.ts';

/** Writes docs/errors.md. `node scripts/documents/write-docs.mjs` stores it, and a test compares it. */
export function writeErrorsDocument(): string {
  return `${[
    '# Errors',
    '',
    '`node scripts/documents/write-docs.mjs` generates this page from `errors.ts`, `action-codes.ts` and',
    '`receiver/notification-codes.ts` in `packages/contract/src`. Do not edit it.',
    '',
    '## Error codes',
    '',
    'An envelope carries its code in `exception_details.error_code`, with status F, and lists all findings in',
    '`body.errors`. A plain JSON operation responds with `application/problem+json` and an `error_code`. "Retry" states',
    'whether a retry can succeed. All other requests fail again until the request or the data changes. Source code and log',
    'lines use the name of an error. Responses do not contain it.',
    '',
    ...table(
      ['Code', 'Name', 'Meaning', 'HTTP', 'Retry'],
      [
        [SUCCESS.code, '', SUCCESS.text, '200', 'no'],
        ...Object.entries(ERRORS).map(([name, { code, http, text, retry }]) => [
          code,
          `\`${name}\``,
          text,
          String(http),
          retry ? 'yes' : 'no',
        ]),
      ],
    ),
    '',
    'With `CARDWRIGHT_ENVELOPE_HTTP_200=true`, the response to every envelope has HTTP status 200.',
    '',
    '## Errors of each operation',
    '',
    `Every operation can respond with ${codesOf(GENERAL_ERRORS)}. An operation that accepts an`,
    `[\`Idempotency-Key\`](interface/repeats.md#idempotency-key) can also respond with ${codesOf(IDEMPOTENCY_ERRORS)}. The table lists the other errors of each operation, in order of precedence:`,
    '',
    ...table(
      ['Operation', 'Own codes'],
      (OPERATIONS as readonly Operation[]).map((operation) => [`\`${operation.id}\``, ownCodes(operation)]),
    ),
    '',
    '## Action codes of the authorization message',
    '',
    'ISO 8583:1987 response codes, in `Action_Code`. A decline is not an error: it has HTTP status 200.',
    '',
    ...table(['Action_Code', 'Meaning'], entries(ACTION_CODES)),
    '',
    'If no decision is possible, the response has the same form and the HTTP status of the error code:',
    '',
    ...table(
      ['Error code', 'Action_Code'],
      FLAT_ERRORS.map((error) => [ERRORS[error].code, `${actionCodeOf(error)} ${ACTION_CODES[actionCodeOf(error)]}`]),
    ),
    '',
    '## Response codes of a token notification',
    '',
    'The code and its description are in `response.status`. The sender repeats a notification unless the code is 00.',
    '',
    ...table(
      ['Code', 'Description', 'HTTP', 'Error codes'],
      entries(NOTIFICATION_CODES).map(([code, { http, text }]) => [
        code,
        text,
        String(http),
        codesOf(RECEIVER_ERRORS.filter((error) => notificationCodeOf(error) === code)) || '-',
      ]),
    ),
    '',
    'The HTTP status follows from the error code: 403 for 202, 429 for 204, 503 for 902, and 504 for 903.',
  ].join('\n')}\n`;
}

/** The general errors that an authorization message can get. */
const FLAT_ERRORS = without('wrong_function', 'duplicate_message_id', 'bank_not_found');

/** The general errors that a receiver of notifications can answer. */
const RECEIVER_ERRORS = without('unknown_operation', 'wrong_function', 'bank_not_found');

function without(...excepted: readonly ErrorName[]): ErrorName[] {
  return GENERAL_ERRORS.filter((error) => !excepted.includes(error));
}

function codesOf(errors: readonly ErrorName[]): string {
  return errors.map((error) => ERRORS[error].code).join(', ');
}

/** Sorts the table by code: JavaScript puts integer keys such as '12' before '05'. */
function entries<Value>(catalogue: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(catalogue).sort(([one], [other]) => (one < other ? -1 : 1));
}

function ownCodes(operation: Operation): string {
  if (operation.surface === 'flat') return 'none; see the action codes below';
  if (operation.surface === 'notification') return 'none; see the response codes below';
  const own: readonly ErrorName[] = operation.errors;
  return own.map((error) => `${ERRORS[error].code} ${ERRORS[error].text}`).join('; ') || 'none';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];
}
