import { isJsonObject, type JsonObject, type JsonValue, type Operation } from '@cardwright/contract';
import { type AnswerReceived, jsonOf, objectIn, textIn } from './exchange.ts';

export interface ToldFinding {
  readonly path: string;
  readonly code: string;
}

/** What an answer says, whatever surface it came by. */
export interface AnswerRead {
  readonly isRefused: boolean;
  /** error_code, Action_Code, or the code of a notification's answer. */
  readonly code: string | undefined;
  /** Undefined where the answer has no list of them. */
  readonly findings: readonly ToldFinding[] | undefined;
  readonly header: JsonObject | undefined;
  readonly details: JsonObject | undefined;
  /** Inside the envelope, or the whole answer. */
  readonly body: JsonObject;
  readonly http: AnswerReceived;
}

export function takeAnswer(operation: Operation, http: AnswerReceived): AnswerRead {
  const json = jsonOf(http.text) ?? {};
  const none = { header: undefined, details: undefined, http };
  if (operation.surface === 'envelope') {
    const answer = answerIn(json);
    const details = objectIn(answer, 'exception_details');
    // a failure before the envelope was read may be a problem
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
  const told = http.headers['contract-errors'];
  return {
    ...none,
    isRefused: code !== '00',
    code,
    findings: told === undefined ? undefined : findingsOfHeader(told),
    body: json,
  };
}

/** The one answer below the root key. */
export function answerIn(json: JsonObject): JsonObject | undefined {
  const root = Object.entries(json).find(([key]) => key.endsWith('SrvResponse'))?.[1];
  const answer = isJsonObject(root) ? Object.values(root)[0] : undefined;
  return isJsonObject(answer) ? answer : undefined;
}

function problem(json: JsonObject, { status }: AnswerReceived): Pick<AnswerRead, 'isRefused' | 'code' | 'findings'> {
  return { isRefused: status >= 300, code: textIn(json, 'error_code'), findings: findingsIn(json.errors) };
}

function findingsIn(errors: JsonValue | undefined): ToldFinding[] | undefined {
  if (!Array.isArray(errors)) return undefined;
  return errors
    .filter(isJsonObject)
    .map((one) => ({ path: textIn(one, 'path') ?? '', code: textIn(one, 'code') ?? '' }));
}

function findingsOfHeader(told: string): ToldFinding[] {
  return told.split(', ').map((one) => {
    // a code point that the text must not hold follows the path
    const [, code = '', path = ''] = /^(\S*) (.*?)(?: U\+[\dA-F]{4,6})?$/.exec(one) ?? [];
    return { code, path };
  });
}

/** Whether the answer says that this field is wrong; with a code, in this way. */
export function blames({ findings = [] }: AnswerRead, path: string, code?: string): boolean {
  return findings.some((one) => one.path === path && (code === undefined || one.code === code));
}
