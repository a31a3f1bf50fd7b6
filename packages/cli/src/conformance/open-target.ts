import { isJsonObject, type JsonObject } from '@cardwright/contract';
import { jsonOf, objectIn, type Transport, textIn } from './exchange.ts';
import {
  type ConformanceTarget,
  type IssuingBank,
  type KnownCard,
  PARTIES,
  type Party,
  type PartyCredentials,
} from './target.ts';

/** The caller's description of the implementation. The rest comes from a sandbox or has a default. */
export interface TargetConfiguration {
  readonly credentials: Readonly<Partial<Record<Party, PartyCredentials>>>;
  readonly operatorPrefix?: string | undefined;
  readonly tokenPath?: string | undefined;
  readonly bank?: Partial<IssuingBank> | undefined;
  readonly card?: KnownCard | undefined;
}

const DEFAULT_BANK: IssuingBank = {
  bankId: 'DEMO',
  bankCode: '001',
  currency: 'AED',
  currencyNumber: '784',
  country: 'AE',
  productCode: 'DEBIT-CLASSIC',
  bin: '400000',
};

/** Collects the facts about an implementation. A sandbox that lists its fixtures provides the rest. */
export async function openTarget(transport: Transport, configuration: TargetConfiguration): Promise<ConformanceTarget> {
  const needsNothing =
    configuration.card !== undefined && PARTIES.every((party) => configuration.credentials[party] !== undefined);
  const fixtures = needsNothing ? undefined : await fixturesOf(transport);
  return {
    transport,
    credentials: { ...credentialsIn(fixtures), ...configuration.credentials },
    tokenPath: configuration.tokenPath ?? '/oauth2/token',
    operatorPrefix: configuration.operatorPrefix ?? 'Gw',
    bank: { ...DEFAULT_BANK, ...bankIn(fixtures), ...configuration.bank },
    card: configuration.card ?? cardIn(fixtures),
  };
}

/** Returns the clock of the implementation. The clock of a sandbox can be ahead. */
export async function clockOf(transport: Transport): Promise<() => Date> {
  const { text } = await transport({ method: 'GET', path: '/sandbox/clock', headers: {} });
  const clock = Date.parse(textIn(jsonOf(text), 'now') ?? '');
  const ahead = Number.isNaN(clock) ? 0 : clock - Date.now();
  return () => new Date(Date.now() + ahead);
}

async function fixturesOf(transport: Transport): Promise<JsonObject | undefined> {
  const { status, text } = await transport({ method: 'GET', path: '/sandbox/fixtures', headers: {} });
  return status === 200 ? jsonOf(text) : undefined;
}

function listIn(fixtures: JsonObject | undefined, name: string): JsonObject[] {
  const list = fixtures?.[name];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function credentialsIn(fixtures: JsonObject | undefined): Partial<Record<Party, PartyCredentials>> {
  const parties: Partial<Record<Party, PartyCredentials>> = {};
  for (const party of PARTIES) {
    const one = listIn(fixtures, 'oauth').find((client) => textIn(client, 'client_id') === `demo-${party}`);
    const [clientId, clientSecret] = [textIn(one, 'client_id'), textIn(one, 'client_secret')];
    if (clientId !== undefined && clientSecret !== undefined) parties[party] = { clientId, clientSecret };
  }
  return parties;
}

function bankIn(fixtures: JsonObject | undefined): Partial<IssuingBank> {
  const bank = objectIn(fixtures, 'bank');
  const credentials = {
    bankId: textIn(bank, 'bank_id'),
    bankCode: textIn(bank, 'bank_code'),
    currency: textIn(bank, 'currency'),
  };
  return Object.fromEntries(Object.entries(credentials).filter(([, value]) => value !== undefined));
}

/** The fixture card that has insurance programs, if there is one. */
function cardIn(fixtures: JsonObject | undefined): KnownCard | undefined {
  const insured = listIn(fixtures, 'insurance_programs').map((program) => textIn(program, 'exid'));
  const cards = listIn(fixtures, 'cards');
  const card = cards.find((one) => insured.includes(textIn(one, 'exid'))) ?? cards[0];
  if (card === undefined) return undefined;
  const accountNumber = textIn(card, 'account_number') ?? '';
  const account = listIn(fixtures, 'accounts').find((one) => textIn(one, 'account_number') === accountNumber);
  return {
    cardNumber: textIn(card, 'card_number') ?? '',
    expiry: textIn(card, 'expiry') ?? '',
    exid: textIn(card, 'exid') ?? '',
    accountNumber,
    customerId: textIn(account, 'customer_id') ?? '',
  };
}
