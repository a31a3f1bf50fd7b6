/**
 * The error catalogue: the only place that defines an error's name, its code on the wire, its HTTP status, its
 * published text and whether a retry can help. All other code uses the name; the code is looked up when an answer is
 * rendered. docs/errors.md is generated from this file.
 */
export const ERRORS = {
  body_unreadable: {
    code: '101',
    http: 400,
    kind: 'REQUEST',
    text: 'Body is not valid JSON, too large, too deep, or not an object',
    retry: false,
  },
  unknown_operation: {
    code: '102',
    http: 400,
    kind: 'REQUEST',
    text: 'Unknown operation, or not the one of this path',
    retry: false,
  },
  field_missing: { code: '103', http: 400, kind: 'REQUEST', text: 'Mandatory field missing', retry: false },
  wrong_length: { code: '104', http: 400, kind: 'REQUEST', text: 'Field too long or too short', retry: false },
  wrong_format: { code: '105', http: 400, kind: 'REQUEST', text: 'Wrong type or format', retry: false },
  value_not_allowed: { code: '106', http: 400, kind: 'REQUEST', text: 'Value not allowed', retry: false },
  wrong_function: {
    code: '107',
    http: 400,
    kind: 'REQUEST',
    text: "msg_function is not this operation's",
    retry: false,
  },
  duplicate_message_id: { code: '108', http: 409, kind: 'REQUEST', text: 'Duplicate Message ID', retry: false },
  idempotency_key_malformed: {
    code: '109',
    http: 400,
    kind: 'REQUEST',
    text: 'Idempotency-Key is malformed',
    retry: false,
  },
  idempotency_key_reused: {
    code: '110',
    http: 422,
    kind: 'REQUEST',
    text: 'Idempotency-Key was used for another request',
    retry: false,
  },
  request_still_running: {
    code: '111',
    http: 409,
    kind: 'REQUEST',
    text: 'The request with this Idempotency-Key is still running',
    retry: true,
  },
  not_authenticated: { code: '201', http: 401, kind: 'ACCESS', text: 'Not authenticated', retry: false },
  scope_missing: { code: '202', http: 403, kind: 'ACCESS', text: 'Scope missing', retry: false },
  wrong_bank: { code: '203', http: 403, kind: 'ACCESS', text: "Bank is not the caller's", retry: false },
  too_many_requests: { code: '204', http: 429, kind: 'ACCESS', text: 'Too many requests', retry: true },
  client_not_found: { code: '301', http: 404, kind: 'NOT_FOUND', text: 'Client not found', retry: false },
  account_not_found: { code: '302', http: 404, kind: 'NOT_FOUND', text: 'Account not found', retry: false },
  card_not_found: { code: '303', http: 404, kind: 'NOT_FOUND', text: 'Card not found', retry: false },
  insurance_program_not_found: {
    code: '304',
    http: 404,
    kind: 'NOT_FOUND',
    text: 'Insurance program not found',
    retry: false,
  },
  merchant_not_found: { code: '305', http: 404, kind: 'NOT_FOUND', text: 'Merchant not found', retry: false },
  chain_not_found: { code: '306', http: 404, kind: 'NOT_FOUND', text: 'Chain not found', retry: false },
  token_not_found: { code: '307', http: 404, kind: 'NOT_FOUND', text: 'Token not found', retry: false },
  application_not_found: { code: '308', http: 404, kind: 'NOT_FOUND', text: 'Application not found', retry: false },
  bank_not_found: { code: '309', http: 404, kind: 'NOT_FOUND', text: 'Bank not found', retry: false },
  several_cards_match: {
    code: '310',
    http: 409,
    kind: 'CONFLICT',
    text: 'Identifier matches more than one card',
    retry: false,
  },
  authorization_not_found: { code: '311', http: 404, kind: 'NOT_FOUND', text: 'Authorization not found', retry: false },
  endpoint_not_found: { code: '312', http: 404, kind: 'NOT_FOUND', text: 'Webhook endpoint not found', retry: false },
  notification_not_found: { code: '313', http: 404, kind: 'NOT_FOUND', text: 'Notification not found', retry: false },
  hit_not_found: { code: '314', http: 404, kind: 'NOT_FOUND', text: 'Hit not found', retry: false },
  session_not_found: { code: '315', http: 404, kind: 'NOT_FOUND', text: 'Session not found', retry: false },
  backtest_not_found: { code: '316', http: 404, kind: 'NOT_FOUND', text: 'Backtest not found', retry: false },
  merchant_list_not_found: {
    code: '317',
    http: 404,
    kind: 'NOT_FOUND',
    text: 'Merchant list not found',
    retry: false,
  },
  rule_not_found: { code: '318', http: 404, kind: 'NOT_FOUND', text: 'Rule not found', retry: false },
  limit_not_found: { code: '319', http: 404, kind: 'NOT_FOUND', text: 'Limit not found', retry: false },
  program_not_found: { code: '320', http: 404, kind: 'NOT_FOUND', text: 'Program not found', retry: false },
  exception_not_found: { code: '322', http: 404, kind: 'NOT_FOUND', text: 'Exception not found', retry: false },
  change_request_not_found: {
    code: '325',
    http: 404,
    kind: 'NOT_FOUND',
    text: 'Change request not found',
    retry: false,
  },
  task_not_found: { code: '329', http: 404, kind: 'NOT_FOUND', text: 'Task not found', retry: false },
  promise_not_found: { code: '331', http: 404, kind: 'NOT_FOUND', text: 'Promise not found', retry: false },
  view_not_found: { code: '332', http: 404, kind: 'NOT_FOUND', text: 'View not found', retry: false },
  export_not_found: { code: '336', http: 404, kind: 'NOT_FOUND', text: 'Export not found', retry: false },
  client_exists: { code: '401', http: 409, kind: 'CONFLICT', text: 'Client already exists', retry: false },
  account_exists: { code: '402', http: 409, kind: 'CONFLICT', text: 'Account already exists', retry: false },
  card_exists: { code: '403', http: 409, kind: 'CONFLICT', text: 'Card already exists', retry: false },
  merchant_exists: { code: '404', http: 409, kind: 'CONFLICT', text: 'Merchant already exists', retry: false },
  chain_exists: { code: '405', http: 409, kind: 'CONFLICT', text: 'Chain already exists', retry: false },
  terminal_exists: { code: '406', http: 409, kind: 'CONFLICT', text: 'Terminal already exists', retry: false },
  request_exists: { code: '407', http: 409, kind: 'CONFLICT', text: 'Request already exists', retry: false },
  state_forbids: { code: '420', http: 409, kind: 'CONFLICT', text: 'The state does not allow this', retry: false },
  changed_meanwhile: {
    code: '421',
    http: 409,
    kind: 'CONFLICT',
    text: 'Changed by somebody else meanwhile',
    retry: false,
  },
  version_stale: {
    code: '423',
    http: 412,
    kind: 'CONFLICT',
    text: 'If-Match names another version',
    retry: false,
  },
  malfunction: { code: '901', http: 500, kind: 'SYSTEM', text: 'System malfunction', retry: true },
  try_again_later: { code: '902', http: 503, kind: 'SYSTEM', text: 'Try again later', retry: true },
  timed_out: { code: '903', http: 504, kind: 'SYSTEM', text: 'Timed out', retry: true },
} as const satisfies Record<string, { code: string; http: number; kind: ErrorKind; text: string; retry: boolean }>;

/** The code and text of an answer without an error. */
export const SUCCESS = { code: '000', text: 'Success' } as const;

/** What an error is about: the request itself, the caller, a missing object, the state of an object, or the gateway. */
export const ERROR_KINDS = ['REQUEST', 'ACCESS', 'NOT_FOUND', 'CONFLICT', 'SYSTEM'] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Name of an error in code. */
export type ErrorName = keyof typeof ERRORS;

/** Code of an error on the wire. */
export type ErrorCode = (typeof ERRORS)[ErrorName]['code'];

/** Faults of a request's field, regardless of the check that finds them. */
export type BodyError = 'field_missing' | 'wrong_length' | 'wrong_format' | 'value_not_allowed';

/** Errors that every operation can answer before its own logic runs. */
export const GENERAL_ERRORS = [
  'body_unreadable',
  'unknown_operation',
  'field_missing',
  'wrong_length',
  'wrong_format',
  'value_not_allowed',
  'wrong_function',
  'duplicate_message_id',
  'not_authenticated',
  'scope_missing',
  'wrong_bank',
  'too_many_requests',
  'bank_not_found',
  'malfunction',
  'try_again_later',
  'timed_out',
] as const satisfies readonly ErrorName[];
