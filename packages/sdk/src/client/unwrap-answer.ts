import {
  type ChangeRequest,
  ERRORS,
  type ErrorName,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Operation,
  parseJson,
} from '@cardwright/contract';
import { type ErrorFacts, type ErrorFinding, isErrorCode } from './cardwright-error.ts';

/** An answer that was read completely. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type UnwrappedAnswer =
  | { readonly ok: true; readonly data: unknown }
  | ({ readonly ok: false } & Pick<ErrorFacts, 'code' | 'text' | 'findings' | 'changeRequest'>);

const ACCEPTED = 202;

/** Extracts the body of an answer from the format of its surface. */
export function unwrapAnswer(operation: Operation, raw: WireAnswer): UnwrappedAnswer {
  const parsed = parseJson(raw.text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return unreadable(raw);
  const json = parsed.value;
  if (operation.surface === 'envelope') return readEnvelope(json, raw);
  if (operation.surface === 'rest' && operation.changeKinds !== undefined && raw.status === ACCEPTED) {
    const changeRequest = json as unknown as ChangeRequest;
    const text = `waits for a second person as change request ${changeRequest.change_request_id}`;
    return { ok: false, code: 'approval_required', text, changeRequest };
  }
  if (raw.status < 300) return { ok: true, data: json };
  if (typeof json.error_code === 'string') return readProblem(json, raw);
  return operation.surface === 'rest' ? unreadable(raw) : readMessageFailure(json, raw);
}

export function unreadable({ status }: WireAnswer): UnwrappedAnswer {
  return { ok: false, code: 'answer_unreadable', text: `HTTP ${status} without an answer of this interface` };
}

export function readEnvelope(json: JsonObject, raw: WireAnswer): UnwrappedAnswer {
  const [root] = Object.entries(json).flatMap(([key, value]) => (key.endsWith('SrvResponse') ? [value] : []));
  const answer = isJsonObject(root) ? Object.values(root)[0] : undefined;
  const details = isJsonObject(answer) ? answer.exception_details : undefined;
  if (!isJsonObject(answer) || !isJsonObject(details)) return readProblem(json, raw);
  const body = isJsonObject(answer.body) ? answer.body : {};
  if (details.status === 'S') return { ok: true, data: body };
  return failure(details.error_code, details.error_description, findingsOf(body.errors), raw);
}

export function readProblem(json: JsonObject, raw: WireAnswer): UnwrappedAnswer {
  return failure(json.error_code, json.detail ?? json.title, findingsOf(json.errors), raw);
}

/**
 * Reads a failure of an authorization message or a token notification. They list findings in a header, because their
 * body has no member for them.
 */
export function readMessageFailure(json: JsonObject, raw: WireAnswer): UnwrappedAnswer {
  const findings = (raw.headers.get('contract-errors') ?? '').split(', ').flatMap((entry): ErrorFinding[] => {
    const [, code, path = '', codePoint] = /^(\S+) (.*?)(?: (U\+[\dA-F]{4,6}))?$/.exec(entry) ?? [];
    const message = codePoint === undefined ? '' : `must not contain ${codePoint}`;
    return isErrorCode(code) ? [{ path, code, message }] : [];
  });
  const actionCode = /^ERROR_(\d{3})/.exec(String(json.Additional_Response_Data))?.[1];
  const name = NAME_OF_STATUS[raw.status];
  const code = actionCode ?? findings[0]?.code ?? (name && ERRORS[name].code);
  return failure(code, `HTTP ${raw.status}`, findings, raw);
}

/** The error for an HTTP status if the response has no other information. */
const NAME_OF_STATUS: Readonly<Record<number, ErrorName>> = {
  400: 'body_unreadable',
  401: 'not_authenticated',
  403: 'scope_missing',
  409: 'duplicate_message_id',
  429: 'too_many_requests',
  500: 'malfunction',
  503: 'try_again_later',
  504: 'timed_out',
};

function failure(
  code: JsonValue | undefined,
  text: JsonValue | undefined,
  findings: readonly ErrorFinding[],
  raw: WireAnswer,
): UnwrappedAnswer {
  if (!isErrorCode(code)) return unreadable(raw);
  return { ok: false, code, text: typeof text === 'string' ? text : '', findings };
}

function findingsOf(errors: JsonValue | undefined): ErrorFinding[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(isJsonObject).flatMap(({ path, code, message, action }): ErrorFinding[] => {
    if (typeof path !== 'string' || !isErrorCode(code)) return [];
    return [{ path, code, message: String(message ?? ''), ...(typeof action === 'string' && { action }) }];
  });
}
