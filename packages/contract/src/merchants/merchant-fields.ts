import { decimal, digits, type FieldOptions, text, whole } from '../schema/fields.ts';
import { categoryAsInteger, numberAsText } from '../schema/number-tolerances.ts';
import { alsoMatches } from '../schema/tolerances.ts';

/** Lengths that the interface does not specify (docs/interface/merchant-onboarding.md#choices). */
export const LENGTHS = {
  id: 25,
  name: 100,
  account: 34,
  address: 100,
  short: 25,
  rate: 10,
  email: 256,
  url: 2_048,
} as const;

export const identifier = (options: FieldOptions = {}) => text(LENGTHS.id, { fieldFormat: 'identifier', ...options });
/** Maximum length of a requestId in answers and in queries. */
export const REQUEST_ID = 36;
/** A requestId in a request. It may be longer than other ids, as many callers use a UUID. */
export const sentRequestId = (options: FieldOptions = {}) =>
  identifier({
    ...options,
    tolerances: [
      alsoMatches(
        'long-identifier',
        `up to ${REQUEST_ID} characters, such as a UUID`,
        /^[^\s\p{C}][^\p{C}]{0,34}[^\s\p{C}]$/u,
      ),
    ],
  });
export const nameField = (description?: string) => text(LENGTHS.name, description === undefined ? {} : { description });
export const currencyField = () => text(3, { fieldFormat: 'currency' });
export const emailField = (options: FieldOptions = {}) => text(LENGTHS.email, { fieldFormat: 'email', ...options });
export const dateField = () => text(10, { fieldFormat: 'date' });
/** "String number" in the interface: a text, or a JSON number, which keeps its digits. */
export const rateField = (description: string, options: FieldOptions = {}) =>
  text(LENGTHS.rate, { description, fieldFormat: 'decimal', tolerances: [numberAsText(LENGTHS.rate)], ...options });
export const feeField = () => decimal(LENGTHS.rate);
export const dayField = (options: FieldOptions = {}) =>
  whole(0, 31, { description: 'Day of the week or of the month', ...options });
export const categoryField = () => digits(4, { fieldFormat: 'merchant-category', tolerances: [categoryAsInteger] });
