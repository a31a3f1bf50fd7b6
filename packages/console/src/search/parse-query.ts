/** The lists to search for a text, with the value for each. */
export interface SearchQuery {
  /** A full card number is not sent anywhere, because it must not be in an address. */
  readonly isCardNumber: boolean;
  /** Four digits are not enough, because too many cards end with them. */
  readonly needsMore: boolean;
  readonly clients?: string;
  readonly cards?: { readonly exid: string } | LastFour;
  readonly account?: string;
  readonly decision?: string;
  /** The id of a decision about a request for a token. */
  readonly tokenRequest?: string;
}

type LastFour = { readonly last4: string } & ({ readonly bin: string } | { readonly name: string });

const NOTHING: SearchQuery = { isCardNumber: false, needsMore: false };
const EXID = /^\d{16,20}$/;
const REFERENCE = /^\d{12}$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Account numbers contain a digit; people's names do not. */
const ACCOUNT = /^(?=.*\d)[\w.-]{4,64}$/;
const DIGITS_WITH_TEXT = /^(?:(?<before>\d{4})\s+(?<rest>\S.*)|(?<other>.*\S)\s+(?<after>\d{4}))$/;

/** Determines what the typed text can refer to. */
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
    ...(UUID.test(text) && { tokenRequest: text }),
    ...(ACCOUNT.test(text) && { account: text }),
  };
}

function lastFourBy(text: string): LastFour | undefined {
  const { before, rest, other, after } = DIGITS_WITH_TEXT.exec(text)?.groups ?? {};
  const last4 = before ?? after;
  const otherText = rest ?? other;
  if (last4 === undefined || otherText === undefined) return undefined;
  if (/^\d{6,8}$/.test(otherText)) return { last4, bin: otherText };
  return /\d/.test(otherText) ? undefined : { last4, name: otherText };
}

/** Checks the check digit, which EXIDs never have. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
