import { ACTION_CODES, actionCodeOf } from './action-codes.ts';
import { ERRORS, type ErrorName, GENERAL_ERRORS, SUCCESS } from './errors.ts';
import { IDEMPOTENCY_ERRORS } from './idempotency-key.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { NOTIFICATION_CODES, notificationCodeOf } from './receiver/notification-codes.ts';

/** Writes docs/errors.md. `node scripts/write-docs.mjs` stores it, and a test compares it. */
export function writeErrorsDocument(): string {
  return `${[
    '# Errors',
    '',
    'Made from `packages/contract/src/errors.ts`, `action-codes.ts` and `receiver/notification-codes.ts` by',
    '`node scripts/write-docs.mjs`. Do not edit.',
    '',
    '## Error codes',
    '',
    'An envelope carries its code in `exception_details.error_code`, with status F, and lists all findings in',
    '`body.errors`. A plain JSON operation answers `application/problem+json` with `error_code`. "Retry" says whether',
    'trying again can help; everything else fails again until the request or the data is changed. The name is what the',
    'code of this project and its log lines call it; it is on no answer.',
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
    'With `CARDWRIGHT_ENVELOPE_HTTP_200=true` every envelope is answered with HTTP 200.',
    '',
    '## Which operation answers which',
    '',
    `Every operation can answer ${codesOf(GENERAL_ERRORS)}; one that takes an`,
    `[\`Idempotency-Key\`](interface/repeats.md#idempotency-key) ${codesOf(IDEMPOTENCY_ERRORS)} too. Codes of its own, in order of precedence:`,
    '',
    ...table(
      ['Operation', 'Own codes'],
      (OPERATIONS as readonly Operation[]).map((operation) => [`\`${operation.id}\``, ownCodes(operation)]),
    ),
    '',
    '## Action codes of the authorization message',
    '',
    'ISO 8583:1987 response codes, in `Action_Code`. A decline is an answer, not an error: it comes with HTTP 200.',
    '',
    ...table(['Action_Code', 'Meaning'], entries(ACTION_CODES)),
    '',
    'A message that could not be decided is answered in the same shape, with the HTTP status of its error code:',
    '',
    ...table(
      ['Error code', 'Action_Code'],
      FLAT_ERRORS.map((error) => [ERRORS[error].code, `${actionCodeOf(error)} ${ACTION_CODES[actionCodeOf(error)]}`]),
    ),
    '',
    '## Codes of the answer to a token notification',
    '',
    'In `response.status`, with these texts as its description. Anything but 00 is to be sent again.',
    '',
    ...table(
      ['Code', 'Description', 'HTTP', 'Stands for the error codes'],
      entries(NOTIFICATION_CODES).map(([code, { http, text }]) => [
        code,
        text,
        String(http),
        codesOf(RECEIVER_ERRORS.filter((error) => notificationCodeOf(error) === code)) || '-',
      ]),
    ),
    '',
    'The HTTP status is that of the error code: 202 is 403, 204 is 429, 902 is 503, 903 is 504.',
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
  if (operation.surface === 'notification') return 'none; see the codes of its answer below';
  const own: readonly ErrorName[] = operation.errors;
  return own.map((error) => `${ERRORS[error].code} ${ERRORS[error].text}`).join('; ') || 'none';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];
}
