import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@cardwright/contract';
import { jsonOf, objectIn, type ReceivedAnswer, textIn } from './exchange.ts';

export interface AnswerFinding {
  readonly path: string;
  readonly code: string;
}

/** The content of a response, independent of its surface. */
export interface AnswerRead {
  readonly isRefused: boolean;
  /** The error_code, the Action_Code, or the code of a notification response. */
  readonly code: string | undefined;
  /** Undefined if the response has no list of findings. */
  readonly findings: readonly AnswerFinding[] | undefined;
  readonly header: JsonObject | undefined;
  readonly details: JsonObject | undefined;
  /** The body of the envelope, or the whole response. */
  readonly body: JsonObject;
  readonly http: ReceivedAnswer;
}

export function takeAnswer(operation: Operation, http: ReceivedAnswer): AnswerRead {
  const json = jsonOf(http.text) ?? {};
  const none = { header: undefined, details: undefined, http };
  if (operation.surface === 'envelope') {
    const answer = answerIn(json);
    const details = objectIn(answer, 'exception_details');
    // A failure before the envelope is read can be a problem document.
    if (details === undefined) return { ...none, ...problem(json, http), body: json };
    const body = objectIn(answer, 'body') ?? {};
    const isRefused = details.status !== 'S';
    const findings = isRefused ? findingsIn(body.errors) : undefined;
    return {
      isRefused,
      code: textIn(details, 'error_code'),
      findings,
      header: objectIn(answer, 'header'),
      details,
      body,
      http,
    };
  }
  if (operation.surface === 'rest' || json.error_code !== undefined)
    return { ...none, ...problem(json, http), body: json };
  const code =
    operation.surface === 'flat' ? textIn(json, 'Action_Code') : textIn(objectIn(json, 'response', 'status'), 'code');
  const header = http.headers['contract-errors'];
  return {
    ...none,
    isRefused: code !== '00',
    code,
    findings: header === undefined ? undefined : findingsOfHeader(header),
    body: json,
  };
}

/** The only response below the root key. */
export function answerIn(json: JsonObject): JsonObject | undefined {
  const root = Object.entries(json).find(([key]) => key.endsWith('SrvResponse'))?.[1];
  const answer = isJsonObject(root) ? Object.values(root)[0] : undefined;
  return isJsonObject(answer) ? answer : undefined;
}

function problem(json: JsonObject, { status }: ReceivedAnswer): Pick<AnswerRead, 'isRefused' | 'code' | 'findings'> {
  return { isRefused: status >= 300, code: textIn(json, 'error_code'), findings: findingsIn(json.errors) };
}

function findingsIn(errors: JsonValue | undefined): AnswerFinding[] | undefined {
  if (!Array.isArray(errors)) return undefined;
  return errors
    .filter(isJsonObject)
    .map((one) => ({ path: textIn(one, 'path') ?? '', code: textIn(one, 'code') ?? '' }));
}

function findingsOfHeader(header: string): AnswerFinding[] {
  return header.split(', ').map((one) => {
    // A forbidden code point follows the path.
    const [, code = '', path = ''] = /^(\S*) (.*?)(?: U\+[\dA-F]{4,6})?$/.exec(one) ?? [];
    return { code, path };
  });
}

/** Whether the response reports this field as invalid, with this code if one is given. */
export function blames({ findings = [] }: AnswerRead, path: string, code?: string): boolean {
  return findings.some((one) => one.path === path && (code === undefined || one.code === code));
}
