import { type ClientRecord, isJsonObject, type JsonObject, type JsonValue } from '@cardwright/contract';

/** The members with contact details and personal data beyond the name, each with the function that masks it. */
const MASKS: Readonly<Record<string, (text: string) => string>> = {
  date_of_birth: (text) => text.replace(/\d/g, '*'),
  place_of_birth: maskAll,
  security_name: maskAll,
  home_phone: lastDigits,
  work_phone: lastDigits,
  mobile_phone: lastDigits,
  phone: lastDigits,
  email: maskMailbox,
  address_line_1: maskAll,
  address_line_2: maskAll,
  address_line_3: maskAll,
  address_line_4: maskAll,
  zip: maskAll,
  number: lastDigits,
  income: maskAll,
};

/** Returns the record for readers who have not requested personal data: name, city and country stay visible. Pure. */
export function maskClient<R extends Partial<ClientRecord>>(record: R): R {
  // the bank defines its custom fields, and they can hold any data
  const { custom_fields: _, ...rest } = record;
  return mask(rest as JsonObject) as unknown as R;
}

function mask(value: JsonValue, key = ''): JsonValue {
  if (typeof value === 'string') return MASKS[key]?.(value) ?? value;
  if (Array.isArray(value)) return value.map((entry) => mask(entry, key));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mask(member, name)]));
}

/** Masks a text and its length. */
function maskAll(): string {
  return '***';
}

function lastDigits(text: string): string {
  const ending = text.length > 5 ? text.slice(-3) : '';
  return `***${ending}`;
}

function maskMailbox(email: string): string {
  const [first = ''] = email;
  return `${first}***${email.slice(email.lastIndexOf('@'))}`;
}
