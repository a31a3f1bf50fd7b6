import { isUtf8 } from 'node:buffer';
import { type Finding, isJsonObject, type JsonObject, parseJson, type UncleanText } from '@cardwright/contract';
import { type Failure, fail, ok } from '../kernel/result.ts';
import { namesOtherCharset, OTHER_CHARSET } from '../kernel/text/charset.ts';
import { NOT_UTF_8 } from '../kernel/well-formed-text.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;|$)/i;

/** A body that the server could not read to its end. */
export class IncompleteBody {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

function findingOf(unclean: UncleanText | undefined): { findings?: readonly Finding[] } {
  return unclean === undefined ? {} : { findings: [{ ...unclean, error: 'body_unreadable' }] };
}

/** Returns the JSON object of a request body, or `body_unreadable` with the fault. `prepare` may shorten its text. */
export function readBody(
  contentType: string | undefined,
  raw: unknown,
  prepare: (text: string) => string = (text) => text,
): { ok: true; value: JsonObject } | Failure<'body_unreadable'> {
  if (raw instanceof IncompleteBody) return fail('body_unreadable', { message: raw.reason });
  if (contentType === undefined || !JSON_TYPE.test(contentType)) {
    return fail('body_unreadable', { message: 'Content-Type must be application/json' });
  }
  if (namesOtherCharset(contentType)) return fail('body_unreadable', { message: OTHER_CHARSET });
  if (!Buffer.isBuffer(raw) || raw.length === 0) return fail('body_unreadable', { message: 'body is empty' });
  if (!isUtf8(raw)) return fail('body_unreadable', { message: NOT_UTF_8 });
  const parsed = parseJson(prepare(raw.toString('utf8')));
  if (!parsed.ok) return fail('body_unreadable', { message: parsed.message, ...findingOf(parsed.unclean) });
  return isJsonObject(parsed.value) ? ok(parsed.value) : fail('body_unreadable', { message: 'body is not an object' });
}
