import { codePointName } from '@cardwright/contract';
import type { FastifyRequest } from 'fastify';
import { type Failure, fail, ok, type Result } from '../kernel/result.ts';
import { decodeUrl } from '../kernel/text/masked-text.ts';
import { hasUtf8Escapes } from '../kernel/well-formed-text.ts';

export type UrlError = 'wrong_format' | 'value_not_allowed';
type Checked = Result<undefined, UrlError>;

/** Masks the card numbers of this server's banks in a text. */
type MaskCardNumbers = (text: string) => string;

/**
 * Refuses URLs with escapes that are not text; with control characters, which no field has and the database partly
 * cannot store; and with full card numbers, because proxies, browsers and logs store URLs. Only parameters that the
 * interface defines for a card number may hold one.
 */
export function checkUrl(request: FastifyRequest, maskCardNumbers: MaskCardNumbers): Checked {
  const params = (request.params ?? {}) as Record<string, string>;
  for (const name in params) {
    const value = params[name] ?? '';
    const isForNumbers = request.routeOptions.config.cardNumberParams?.includes(name) ?? false;
    const checked = checkText(value, name, isForNumbers ? undefined : maskCardNumbers);
    if (!checked.ok) return checked;
  }
  return checkQuery(request, maskCardNumbers);
}

export function checkQuery(request: FastifyRequest, maskCardNumbers: MaskCardNumbers): Checked {
  if (!hasUtf8Escapes(queryOf(request.url))) return refuse('wrong_format', 'query', 'an escape is not UTF-8');
  const query = (request.query ?? {}) as Record<string, string | string[]>;
  for (const name in query) {
    // the answer does not repeat a name that is itself wrong
    const checked = checkText(name, 'query', maskCardNumbers);
    if (!checked.ok) return checked;
    for (const one of [query[name] ?? ''].flat()) {
      const checkedValue = checkText(one, name, maskCardNumbers);
      if (!checkedValue.ok) return checkedValue;
    }
  }
  return ok(undefined);
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** Checks a path that no route serves. */
export function checkUnservedPath(path: string, maskCardNumbers: MaskCardNumbers): Checked {
  return checkText(decodeUrl(path), 'path', maskCardNumbers);
}

function checkText(text: string, path: string, maskCardNumbers: MaskCardNumbers | undefined): Checked {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check looks for these
  const control = /[\0-\x1f]/.exec(text)?.[0];
  if (control !== undefined) return refuse('wrong_format', path, `${codePointName(control)} is not allowed in a URL`);
  if (maskCardNumbers === undefined || maskCardNumbers(text) === text) return ok(undefined);
  return refuse('value_not_allowed', path, 'must not be a full card number');
}

function refuse(error: UrlError, path: string, message: string): Failure<UrlError> {
  return fail(error, { path, message });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Path parameters that the interface defines for a card number. */
    cardNumberParams?: readonly string[];
    /** Whether the caller is authenticated before the URL is checked: for the operations of the interface. */
    hasCaller?: boolean;
  }
}
