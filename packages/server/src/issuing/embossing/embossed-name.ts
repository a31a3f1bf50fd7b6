import { toPlainText } from './plain-text.ts';
import { lengthOf } from './record-layout.ts';

const LONGEST = lengthOf('embossed_name');

/**
 * Returns the name on the card: the cardholder's name, or the client's card name if no character of the former can be
 * embossed. Returns undefined if neither name can be embossed.
 */
export function embossedName(cardholderName: string, clientCardName: string): string | undefined {
  return toEmbossedName(cardholderName) ?? toEmbossedName(clientCardName);
}

function toEmbossedName(name: string): string | undefined {
  const plain = toPlainText(name)
    .toUpperCase()
    .replace(/[^A-Z0-9 .'/-]/g, '')
    .replace(/ +/g, ' ')
    .trim();
  return /[A-Z0-9]/.test(plain) ? shortened(plain) : undefined;
}

/**
 * Shortens a name that is too long and keeps its first and last part. In this order, and only as far as necessary: the
 * middle parts become initials, first to last; they are dropped, last to first; the first part becomes an initial; the
 * end is cut.
 */
function shortened(name: string): string {
  const [first, ...rest] = name.split(' ') as [string, ...string[]];
  const last = rest.pop();
  if (last === undefined) return name.slice(0, LONGEST);
  const middle = [...rest];
  const whole = () => [first, ...middle, last].join(' ');
  for (let at = 0; at < middle.length && whole().length > LONGEST; at++) middle[at] = middle[at]!.charAt(0);
  while (middle.length > 0 && whole().length > LONGEST) middle.pop();
  if (whole().length <= LONGEST) return whole();
  return `${first.charAt(0)} ${last}`.slice(0, LONGEST).trimEnd();
}
