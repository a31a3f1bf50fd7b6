const PARAMETER = /;\s*([^=;\s]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;
const UTF_8 = /^utf-?8$/i;

/**
 * Whether a Content-Type names a charset other than UTF-8. The server would read such a body as UTF-8, and get the
 * wrong text if its bytes happen to be valid.
 */
export function namesOtherCharset(contentType: string | undefined): boolean {
  if (contentType === undefined || !contentType.includes(';')) return false;
  return [...contentType.matchAll(PARAMETER)].some(
    ([, name, quoted, bare]) => name?.toLowerCase() === 'charset' && !UTF_8.test(quoted ?? bare ?? ''),
  );
}

export const OTHER_CHARSET = 'charset of Content-Type must be UTF-8';
