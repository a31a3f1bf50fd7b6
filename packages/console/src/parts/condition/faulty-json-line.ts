const TOKEN =
  /[ \t\r\n]+|[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

/** The tokens that can come next. */
type Next = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';

/**
 * Returns the line where a text stops being JSON, or undefined if it is JSON. Browsers report this in different ways or
 * not at all.
 */
export function faultyJsonLine(text: string): number | undefined {
  const open: string[] = [];
  let next: Next = 'value';
  let at = 0;
  const lineHere = () => text.slice(0, at).split('\n').length;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) return lineHere();
    if (token.trim() !== '') {
      const after = afterToken(token, next, open);
      if (after === undefined) return lineHere();
      next = after;
    }
    at += token.length;
  }
  return next === ', or end' && open.length === 0 ? undefined : lineHere();
}

/** Returns undefined if the token is not allowed there. */
function afterToken(token: string, next: Next, open: string[]): Next | undefined {
  if (token === '}' || token === ']') {
    const mayEnd = next === ', or end' || next === (token === '}' ? 'name or }' : 'value or ]');
    return mayEnd && open.pop() === token ? ', or end' : undefined;
  }
  if (token === ',') {
    if (next !== ', or end' || open.length === 0) return undefined;
    return open.at(-1) === '}' ? 'name' : 'value';
  }
  if (token === ':') return next === ':' ? 'value' : undefined;
  if (next === 'name' || next === 'name or }') return token.startsWith('"') ? ':' : undefined;
  if (next !== 'value' && next !== 'value or ]') return undefined;
  if (token !== '{' && token !== '[') return ', or end';
  open.push(token === '{' ? '}' : ']');
  return token === '{' ? 'name or }' : 'value or ]';
}
