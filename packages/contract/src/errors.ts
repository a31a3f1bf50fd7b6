/**
 * The error catalogue (decisions §3): the one place where a code, its HTTP status, its published text and whether a
 * retry can help stand together. docs/errors.md is made from it.
 */
export const ERRORS = {
  '000': { http: 200, text: 'Success', retry: false },
  '101': { http: 400, text: 'Body is not valid JSON, too large, too deep, or not an object', retry: false },
  '102': { http: 400, text: 'Unknown operation, or not the one of this path', retry: false },
  '103': { http: 400, text: 'Mandatory field missing', retry: false },
  '104': { http: 400, text: 'Field too long or too short', retry: false },
  '105': { http: 400, text: 'Wrong type or format', retry: false },
  '106': { http: 400, text: 'Value not allowed', retry: false },
  '107': { http: 400, text: "msg_function is not this operation's", retry: false },
  '108': { http: 409, text: 'Duplicate Message ID', retry: false },
  '201': { http: 401, text: 'Not authenticated', retry: false },
  '202': { http: 403, text: 'Scope missing', retry: false },
  '203': { http: 403, text: "Bank is not the caller's", retry: false },
  '204': { http: 429, text: 'Too many requests', retry: true },
  '301': { http: 404, text: 'Client not found', retry: false },
  '302': { http: 404, text: 'Account not found', retry: false },
  '303': { http: 404, text: 'Card not found', retry: false },
  '304': { http: 404, text: 'Insurance program not found', retry: false },
  '305': { http: 404, text: 'Merchant not found', retry: false },
  '306': { http: 404, text: 'Chain not found', retry: false },
  '307': { http: 404, text: 'Token not found', retry: false },
  '308': { http: 404, text: 'Application not found', retry: false },
  '309': { http: 404, text: 'Bank not found', retry: false },
  '310': { http: 409, text: 'Identifier matches more than one card', retry: false },
  '311': { http: 404, text: 'Authorization not found', retry: false },
  '401': { http: 409, text: 'Client already exists', retry: false },
  '402': { http: 409, text: 'Account already exists', retry: false },
  '403': { http: 409, text: 'Card already exists', retry: false },
  '404': { http: 409, text: 'Merchant already exists', retry: false },
  '405': { http: 409, text: 'Chain already exists', retry: false },
  '406': { http: 409, text: 'Terminal already exists', retry: false },
  '407': { http: 409, text: 'Request already exists', retry: false },
  '420': { http: 409, text: 'The state does not allow this', retry: false },
  '421': { http: 409, text: 'Changed by somebody else meanwhile', retry: false },
  '901': { http: 500, text: 'System malfunction', retry: true },
  '902': { http: 503, text: 'Try again later', retry: true },
  '903': { http: 504, text: 'Timed out', retry: true },
} as const satisfies Record<string, { http: number; text: string; retry: boolean }>;

export type ErrorCode = Exclude<keyof typeof ERRORS, '000'>;

/** What every operation can answer before it has looked at its business: the frame's own codes. */
export const FRAME_ERRORS = [
  '101',
  '102',
  '103',
  '104',
  '105',
  '106',
  '107',
  '108',
  '201',
  '202',
  '203',
  '204',
  '309',
  '901',
  '902',
  '903',
] as const satisfies readonly ErrorCode[];
