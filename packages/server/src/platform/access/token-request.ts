import { isJsonObject, parseJson } from '@cardwright/contract';
import { ok, type Result } from '../kernel/result.ts';
import { hasUtf8Escapes, NOT_UTF_8 } from '../kernel/well-formed-text.ts';
import { refuseToken } from './token-error.ts';

const PARAMETERS = [
  'grant_type',
  'scope',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
] as const;
type Parameter = (typeof PARAMETERS)[number];

/**
 * The parameters of a token request. A parameter without a value counts as omitted (RFC 6749 §3.2). Others are ignored.
 */
export type TokenRequest = { readonly [Name in Parameter]?: string };

export function readFormRequest(body: string): Result<TokenRequest, 'invalid_request'> {
  if (!hasUtf8Escapes(body)) return refuseToken('invalid_request', { message: NOT_UTF_8 });
  const form = new URLSearchParams(body);
  if (new Set(form.keys()).size !== form.size) {
    return refuseToken('invalid_request', { message: 'A parameter is given more than once' });
  }
  return pick((name) => form.get(name) ?? undefined);
}

/** Reads the same parameters from a JSON object, which the standard does not define but many clients send. */
export function readJsonRequest(body: string): Result<TokenRequest, 'invalid_request'> {
  const parsed = parseJson(body);
  if (!parsed.ok) return refuseToken('invalid_request', { message: parsed.message });
  const { value } = parsed;
  if (!isJsonObject(value)) return refuseToken('invalid_request', { message: 'The body is not a JSON object' });
  return pick((name) => (Object.hasOwn(value, name) ? value[name] : undefined));
}

function pick(read: (name: Parameter) => unknown): Result<TokenRequest, 'invalid_request'> {
  const request: { -readonly [Name in Parameter]?: string } = {};
  for (const name of PARAMETERS) {
    const value = read(name);
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string') return refuseToken('invalid_request', { message: `${name} is not a text` });
    request[name] = value;
  }
  return ok(request);
}
