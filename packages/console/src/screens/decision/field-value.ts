import { traceValue } from '../../parts/rule/trace-value.ts';
import { categoryName } from '../../parts/value/category-names.ts';
import { countryName } from '../../parts/value/countries.ts';
import { currencyDigits, currencyLetters } from '../../parts/value/currency-numbers.ts';
import type { Language } from '../../words/translate.ts';

/** A message as received. */
export type Message = Readonly<Record<string, unknown>>;

/** The meaning of a value: an amount with its currency, or a name. */
export type FieldDisplay =
  | { readonly kind: 'money'; readonly amount: string; readonly currency: string }
  | { readonly kind: 'name'; readonly name: string };

const CURRENCY_OF: Readonly<Record<string, string>> = {
  Transaction_Amount: 'Currency_Code_Transaction',
  Transaction_Amount_Cardholder_Billing: 'Currency_Code_Cardholder_Billing',
};
/** The index of the country, which is at positions 39 and 40 of Card_Acceptor_Name_Location. */
const COUNTRY_AT = 38;

/** Returns the meaning of a message field whose value needs explanation. */
export function displayField(
  name: string,
  message: Message,
  language: Language,
  locale: string,
): FieldDisplay | undefined {
  const value = message[name];
  if (typeof value !== 'string') return undefined;
  const displayName = nameOf(name, value, language, locale);
  if (displayName !== undefined) return { kind: 'name', name: displayName };
  const currencyField = CURRENCY_OF[name];
  const currency = currencyField === undefined ? undefined : currencyLetters(String(message[currencyField]));
  if (currency === undefined || !/^\d+$/.test(value)) return undefined;
  return { kind: 'money', currency, amount: traceValue('amount', String(BigInt(value)), currencyDigits(currency)) };
}

function nameOf(field: string, value: string, language: Language, locale: string): string | undefined {
  switch (field) {
    case 'Merchant_Type':
      return categoryName(value, language);
    case 'Currency_Code_Transaction':
    case 'Currency_Code_Cardholder_Billing': {
      const letters = currencyLetters(value);
      return letters && new Intl.DisplayNames(locale, { type: 'currency' }).of(letters);
    }
    case 'Card_Acceptor_Name_Location': {
      const country = value.slice(COUNTRY_AT, COUNTRY_AT + 2);
      const name = countryName(country, locale);
      return name === country ? undefined : name;
    }
    default:
      return undefined;
  }
}
