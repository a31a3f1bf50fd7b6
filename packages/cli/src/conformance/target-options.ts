import { readFileSync } from 'node:fs';
import { isJsonObject } from '@cardwright/contract';
import { jsonOf } from './exchange.ts';
import type { TargetGiven } from './open-target.ts';
import type { IssuingBank, KnownCard, Party, PartyCredentials } from './target.ts';

/** What the command line says of the implementation. */
export interface GivenOptions {
  readonly client?: string;
  readonly secret?: string;
  readonly networkClient?: string;
  readonly networkSecret?: string;
  readonly acquirerClient?: string;
  readonly acquirerSecret?: string;
  readonly tokenPath: string;
  readonly prefix: string;
  readonly subject?: string;
}

export function givenTarget(given: GivenOptions): TargetGiven {
  const { bank, card } = given.subject === undefined ? {} : readSubject(given.subject);
  const credentials: Partial<Record<Party, PartyCredentials>> = {};
  const note = (party: Party, clientId: string | undefined, clientSecret: string | undefined) => {
    if (clientId !== undefined && clientSecret !== undefined) credentials[party] = { clientId, clientSecret };
    else if (clientId !== undefined) throw new Error(`the ${party}'s client ${clientId} needs its secret`);
  };
  note('bank', given.client, given.secret);
  note('network', given.networkClient, given.networkSecret);
  note('acquirer', given.acquirerClient, given.acquirerSecret);
  return { credentials, tokenPath: given.tokenPath, operatorPrefix: given.prefix, bank, card };
}

const CARD_FIELDS = ['cardNumber', 'expiry', 'exid', 'accountNumber', 'customerId'] as const;

function readSubject(file: string): { bank?: Partial<IssuingBank>; card?: KnownCard } {
  const json = jsonOf(readFileSync(file, 'utf8'));
  if (json === undefined) throw new Error(`${file} is no JSON object`);
  const { bank, card } = json;
  if (isJsonObject(card)) {
    const missing = CARD_FIELDS.filter((name) => typeof card[name] !== 'string');
    if (missing.length > 0) throw new Error(`the card of ${file} lacks ${missing.join(', ')}`);
  }
  return {
    ...(isJsonObject(bank) && { bank: bank as Partial<IssuingBank> }),
    ...(isJsonObject(card) && { card: card as unknown as KnownCard }),
  };
}
