import type { TextPart } from './card-number-scan.ts';
import { MAX_SEPARATORS } from './separators.ts';

/** The length of the IBANs of each country (ISO 13616). */
const LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18
   FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
   LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24
   SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const BEGINNING = /(?<![A-Za-z\d])[A-Z]{2}\d{2}/g;
const BEGINNING_LENGTH = 4;

/**
 * Returns whether a part of a folded text belongs to an IBAN, whose digits are written in fours like those of a card
 * number.
 */
export function ibanSearch(folded: string): (part: TextPart) => boolean {
  // computed on demand, because most texts hold no number that could belong to an IBAN
  let ibans: TextPart[] | undefined;
  return ({ from, to }) => {
    ibans ??= ibansIn(folded);
    return to <= (lastUpTo(ibans, from)?.to ?? 0);
  };
}

/** The last of the sorted parts that begins at or before a place. */
function lastUpTo(parts: readonly TextPart[], place: number): TextPart | undefined {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.from ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return parts[low - 1];
}

function ibansIn(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const { 0: beginning, index: from } of text.matchAll(BEGINNING)) {
    const length = LENGTHS.get(beginning.slice(0, 2));
    if (length === undefined || from < (parts.at(-1)?.to ?? 0)) continue;
    const to = endOfIban(text, from, length);
    if (to !== undefined) parts.push({ from, to });
  }
  return parts;
}

/** The index after the last character of the IBAN that begins here; undefined if none does. */
function endOfIban(text: string, from: number, length: number): number | undefined {
  let remainder = 0;
  let count = BEGINNING_LENGTH;
  let separators = 0;
  let at = from + BEGINNING_LENGTH;
  for (; count < length; at += 1) {
    const value = numeralOf(text.charCodeAt(at));
    if (value !== undefined) {
      remainder = appended(remainder, value);
      count += 1;
      separators = 0;
    } else {
      separators += 1;
      if (separators > MAX_SEPARATORS || at >= text.length) return undefined;
    }
  }
  // the check digits count the first four characters after the others
  for (let first = from; first < from + BEGINNING_LENGTH; first += 1) {
    remainder = appended(remainder, numeralOf(text.charCodeAt(first)) ?? 0);
  }
  return remainder === 1 && numeralOf(text.charCodeAt(at)) === undefined ? at : undefined;
}

/** The remainder modulo 97 of the number with these digits appended. */
function appended(remainder: number, value: number): number {
  return (remainder * (value > 9 ? 100 : 10) + value) % 97;
}

/** The value of a digit, or of a letter from 10 on. */
function numeralOf(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x41 && code <= 0x5a ? code - 0x37 : undefined;
}
