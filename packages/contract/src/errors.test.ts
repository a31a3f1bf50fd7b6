import { expect, it } from 'vitest';
import { ERROR_KINDS, ERRORS, SUCCESS } from './errors.ts';

/** HTTP status and meaning of each code. Callers depend on these numbers, so the test repeats them. */
const CATALOGUE = `
101 400 Body is not valid JSON, too large, too deep, or not an object
102 400 Unknown operation, or not the one of this path
103 400 Mandatory field missing
104 400 Field too long or too short
105 400 Wrong type or format
106 400 Value not allowed
107 400 msg_function is not this operation's
108 409 Duplicate Message ID
109 400 Idempotency-Key is malformed
110 422 Idempotency-Key was used for another request
111 409 The request with this Idempotency-Key is still running
201 401 Not authenticated
202 403 Scope missing
203 403 Bank is not the caller's
204 429 Too many requests
301 404 Client not found
302 404 Account not found
303 404 Card not found
304 404 Insurance program not found
305 404 Merchant not found
306 404 Chain not found
307 404 Token not found
308 404 Application not found
309 404 Bank not found
310 409 Identifier matches more than one card
311 404 Authorization not found
312 404 Webhook endpoint not found
313 404 Notification not found
314 404 Hit not found
315 404 Session not found
316 404 Backtest not found
317 404 Merchant list not found
318 404 Rule not found
319 404 Limit not found
320 404 Program not found
322 404 Exception not found
325 404 Change request not found
329 404 Task not found
331 404 Promise not found
332 404 View not found
336 404 Export not found
401 409 Client already exists
402 409 Account already exists
403 409 Card already exists
404 409 Merchant already exists
405 409 Chain already exists
406 409 Terminal already exists
407 409 Request already exists
420 409 The state does not allow this
421 409 Changed by somebody else meanwhile
423 412 If-Match names another version
901 500 System malfunction
902 503 Try again later
903 504 Timed out
`;

it('the catalogue has the codes, HTTP statuses and texts that callers rely on', () => {
  const lines = Object.values(ERRORS).map(({ code, http, text }) => `${code} ${http} ${text}`);
  expect(lines).toEqual(CATALOGUE.trim().split('\n'));
});

it('codes have at most 4 characters and texts at most 100', () => {
  for (const { code, text } of [SUCCESS, ...Object.values(ERRORS)]) {
    expect(code.length).toBeLessThanOrEqual(4);
    expect(text.length).toBeLessThanOrEqual(100);
  }
});

it('every error has the kind that the card settings return in exception_details.type', () => {
  const codes = Object.fromEntries(ERROR_KINDS.map((kind) => [kind, [] as string[]]));
  for (const { kind, code } of Object.values(ERRORS)) codes[kind]?.push(code);
  expect(codes).toEqual({
    REQUEST: ['101', '102', '103', '104', '105', '106', '107', '108', '109', '110', '111'],
    ACCESS: ['201', '202', '203', '204'],
    NOT_FOUND: [
      '301',
      '302',
      '303',
      '304',
      '305',
      '306',
      '307',
      '308',
      '309',
      '311',
      '312',
      '313',
      '314',
      '315',
      '316',
      '317',
      '318',
      '319',
      '320',
      '322',
      '325',
      '329',
      '331',
      '332',
      '336',
    ],
    CONFLICT: ['310', '401', '402', '403', '404', '405', '406', '407', '420', '421', '423'],
    SYSTEM: ['901', '902', '903'],
  });
});

it('names are plain words, and each code has exactly one error', () => {
  for (const name of Object.keys(ERRORS)) expect(name).toMatch(/^[a-z]+(_[a-z]+)+$|^malfunction$/);
  const codes = Object.values(ERRORS).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});
