import { ACTION_CODES, actionCodeOf } from './action-codes.ts';
import { ERRORS, type ErrorCode, FRAME_ERRORS } from './errors.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

/** docs/errors.md as text: `node scripts/errors-doc.mjs` writes it, and a test compares it. */
export function writeErrorsDocument(): string {
  return `${[
    '# Errors',
    '',
    'Made from `packages/contract/src/errors.ts` and `action-codes.ts` by `node scripts/errors-doc.mjs`. Do not edit.',
    '',
    '## Error codes',
    '',
    'An envelope carries its code in `exception_details.error_code`, with status F, and lists all findings in',
    '`body.errors`. A plain JSON operation answers `application/problem+json` with `error_code`. "Retry" says whether',
    'trying again can help; everything else fails again until the request or the data is changed.',
    '',
    ...table(
      ['Code', 'Meaning', 'HTTP', 'Retry'],
      entries(ERRORS).map(([code, { http, text, retry }]) => [code, text, String(http), retry ? 'yes' : 'no']),
    ),
    '',
    'With `CARDWRIGHT_ENVELOPE_HTTP_200=true` every envelope is answered with HTTP 200.',
    '',
    '## Which operation answers which',
    '',
    `Every operation can answer ${FRAME_ERRORS.join(', ')}. Codes of its own, in order of precedence:`,
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
      FRAME_ERRORS.filter((code) => code !== '107' && code !== '108' && code !== '309').map((code) => [
        code,
        `${actionCodeOf(code)} ${ACTION_CODES[actionCodeOf(code)]}`,
      ]),
    ),
  ].join('\n')}\n`;
}

/** Keys like '201' are integers to an object and come before '000' and '05': a table is in the order of its codes. */
function entries<Value>(catalogue: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(catalogue).sort(([one], [other]) => (one < other ? -1 : 1));
}

function ownCodes(operation: Operation): string {
  if (operation.surface === 'flat') return 'none; see the action codes below';
  const codes: readonly ErrorCode[] = operation.errors;
  return codes.length === 0 ? 'none' : codes.map((code) => `${code} ${ERRORS[code].text}`).join('; ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)];
}
