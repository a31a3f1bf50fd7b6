import { text } from '../schema/fields.ts';
import { alsoMatches } from '../schema/tolerances.ts';

/** The field account_number. Despite its name it contains a card number, which identifies the account of that card. */
export const accountNumber = () =>
  text(16, {
    fieldComponent: 'AccountOfCard',
    description: 'Card number of 14 or 16 digits; identifies the account of the card',
    fieldFormat: 'card-of-account',
    tolerances: [
      alsoMatches(
        'masked-number',
        'masked with X, x or *: 5 or 6 leading and 4 or 5 trailing digits visible, 13 to 19 characters',
        /^(?=.{13,19}$)\d{5,6}[Xx*]+\d{4,5}$/,
      ),
      alsoMatches('other-length', 'a card number of 13 or 15 digits', /^(\d{13}|\d{15})$/),
      alsoMatches('long-identifier', 'a card number of 17 to 19 digits, or an EXID', /^\d{17,20}$/),
    ],
    holdsCardNumber: true,
  });

export const appName = () => text(100, { description: 'Application that requests display texts' });
