/** A run of digits that could be a card number: long enough, whatever its check digit says. */
const CARD_NUMBER_LIKE = /(?<!\d)\d{13,19}(?!\d)/g;
/** The same written in groups of four, as people and forms do. */
const GROUPED = /(?<!\d)\d{4}(?:[ -]\d{4}){2,3}(?:[ -]\d{1,4})?(?!\d)/g;

/** `4000001234567899` to `400000XXXXXX7899`. */
export function maskDigits(number: string, mask = 'X'): string {
  return `${number.slice(0, 6)}${mask.repeat(Math.max(0, number.length - 10))}${number.slice(-4)}`;
}

/** Masks whatever looks like a card number in a text that goes to a log, a metric, an error or a list. */
export function maskCardNumbers(text: string): string {
  return text
    .replace(CARD_NUMBER_LIKE, (digits) => maskDigits(digits))
    .replace(GROUPED, (grouped) => maskDigits(grouped.replace(/\D/g, '')));
}
