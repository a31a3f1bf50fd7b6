import { isUtf8 } from 'node:buffer';

export const NOT_UTF_8 = 'body is not UTF-8';

/**
 * A content type parser (`parseAs: 'buffer'`) for bodies that are read as text. The parser of the framework replaces
 * invalid UTF-8 with U+FFFD; this one throws an error with the status 400.
 *
 * @example
 * await readTextBody(request, Buffer.from('{"amount":"5.00"}')); // '{"amount":"5.00"}'
 */
export async function readTextBody(_request: unknown, body: Buffer): Promise<string> {
  if (isUtf8(body)) return body.toString('utf8');
  throw Object.assign(new Error(NOT_UTF_8), { statusCode: 400, code: NOT_UTF_8 });
}

/**
 * Whether all escapes of a URL or a form are UTF-8. A percent sign that begins no escape is an ordinary character.
 *
 * @example
 * hasUtf8Escapes('q=%C3%A9'); // true
 * hasUtf8Escapes('q=%ED%A0%BD'); // false: half of a surrogate pair
 */
export function hasUtf8Escapes(text: string): boolean {
  const runs = text.match(/(?:%[\da-f]{2})+/gi) ?? [];
  return runs.every((run) => isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')));
}
