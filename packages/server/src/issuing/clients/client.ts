import {
  ADDRESS_TYPES,
  type AddressType,
  CLIENT_RESPONSE_MAXIMA,
  CLIENT_RESPONSE_MAXIMUM,
  type ClientRecord,
  DEFAULT_LANGUAGE,
  ExactNumber,
  type Finding,
  firstCharacters,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Warning,
} from '@cardwright/contract';

/**
 * Returns the type of the address for the embossing record, from the mailing custom field
 * (docs/interface/clients.md#mailing-address).
 */
export function mailingAddress(client: ClientRecord, mailingField: string): AddressType | undefined {
  const value = client.custom_fields?.find((field) => field.key === mailingField)?.value;
  if (value === undefined) return 'PERMANENT';
  return ADDRESS_TYPES.find((type) => type === value);
}

/**
 * Returns the record with the table's defaults for absent fields: `personal_details.language` is ENG
 * (docs/interface/clients.md#mirrored). An empty text counts as absent.
 *
 * @example
 * withClientDefaults(client).personal_details.language; // 'ENG' where the bank sent none
 */
export function withClientDefaults<C extends Pick<ClientRecord, 'personal_details'>>(client: C): C {
  const { personal_details: person } = client;
  if (person.language) return client;
  return { ...client, personal_details: { ...person, language: DEFAULT_LANGUAGE } };
}

/**
 * Returns the warning of docs/interface/clients.md#mailing-address: the request selects PRESENT, but the client has no
 * PRESENT address, so the embossing address stays empty.
 */
export function mailingWarning(client: ClientRecord, mailing: AddressType): Warning | undefined {
  const isThere = client.addresses?.some((address) => address.address_type === 'PRESENT') ?? false;
  if (mailing !== 'PRESENT' || isThere) return undefined;
  return { path: 'body.addresses', rule: 'present-address-missing' };
}

/**
 * Finds missing fields that only a bank with fraud monitoring requires: security_name, and the zip of each address
 * (docs/interface/clients.md#fraud-monitoring).
 */
export function fraudMonitoringFindings(body: unknown): Finding[] {
  const client = body as JsonObject;
  const findings: Finding[] = [];
  const missing = (path: string) =>
    findings.push({ path, error: 'field_missing', message: 'is mandatory for this bank' });
  const details = client.personal_details;
  if (isJsonObject(details) && !isPresent(details.security_name)) missing('body.personal_details.security_name');
  if (Array.isArray(client.addresses)) {
    client.addresses.forEach((address, index) => {
      if (isJsonObject(address) && !isPresent(address.zip)) missing(`body.addresses[${index}].zip`);
    });
  }
  return findings;
}

function isPresent(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== '';
}

/**
 * Returns the answer's body with every text cut to the maximum length of the answer, for callers with fixed columns
 * (docs/interface/clients.md#mirrored).
 */
export function cutToAnswerMaxima<T>(value: T, key = ''): T {
  if (typeof value === 'string') {
    const max = CLIENT_RESPONSE_MAXIMA[key] ?? CLIENT_RESPONSE_MAXIMUM;
    return firstCharacters(value, max) as T;
  }
  if (Array.isArray(value)) return value.map((entry) => cutToAnswerMaxima(entry, key)) as T;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cutToAnswerMaxima(member, name)]),
  ) as T;
}
