/** Which lists a text is looked for in, and as what. */
export interface SearchQuery {
  /** Nothing is sent anywhere: a full card number has no place in an address. */
  readonly isCardNumber: boolean;
  /** Four digits alone: more cards end with them than anybody could read. */
  readonly needsMore: boolean;
  readonly clients?: string;
  readonly cards?: { readonly exid: string } | LastFour;
  readonly account?: string;
  readonly decision?: string;
}

type LastFour = { readonly last4: string } & ({ readonly bin: string } | { readonly name: string });

const NOTHING: SearchQuery = { isCardNumber: false, needsMore: false };
const EXID = /^\d{16,20}$/;
const REFERENCE = /^\d{12}$/;
/** Names of accounts hold a digit; names of people do not. */
const ACCOUNT = /^(?=.*\d)[\w.-]{4,64}$/;
const DIGITS_BESIDE = /^(?:(?<before>\d{4})\s+(?<rest>\S.*)|(?<other>.*\S)\s+(?<after>\d{4}))$/;

/** What somebody who typed this looks for. */
export function parseQuery(typed: string): SearchQuery {
  const text = typed.trim();
  if (text === '') return NOTHING;
  const digits = text.replace(/[ -]/g, '');
  if (isCardNumber(digits)) return { ...NOTHING, isCardNumber: true };
  if (/^\d{4}$/.test(text)) return { ...NOTHING, needsMore: true };
  const lastFour = lastFourBy(text);
  if (lastFour !== undefined) return { ...NOTHING, cards: lastFour };
  return {
    ...NOTHING,
    clients: text,
    ...(EXID.test(digits) && { cards: { exid: digits } }),
    ...(REFERENCE.test(text) && { decision: text }),
    ...(ACCOUNT.test(text) && { account: text }),
  };
}

function lastFourBy(text: string): LastFour | undefined {
  const { before, rest, other, after } = DIGITS_BESIDE.exec(text)?.groups ?? {};
  const last4 = before ?? after;
  const beside = rest ?? other;
  if (last4 === undefined || beside === undefined) return undefined;
  if (/^\d{6,8}$/.test(beside)) return { last4, bin: beside };
  return /\d/.test(beside) ? undefined : { last4, name: beside };
}

/** The check digit tells card numbers from EXIDs, which never have one that fits. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
