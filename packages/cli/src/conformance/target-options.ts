import { readFileSync } from 'node:fs';
import { isJsonObject } from '@cardwright/contract';
import { chosenProfile, clientFor } from '../connection/open-client.ts';
import type { Profile } from '../connection/profile-file.ts';
import { UsageError } from '../output/usage-error.ts';
import { jsonOf } from './exchange.ts';
import type { TargetConfiguration } from './open-target.ts';
import type { IssuingBank, KnownCard, Party, PartyCredentials } from './target.ts';

/** The options of the command line that describe the implementation. */
export interface TargetOptions {
  readonly client?: string;
  readonly secret?: string;
  readonly networkClient?: string;
  readonly networkSecret?: string;
  readonly acquirerClient?: string;
  readonly acquirerSecret?: string;
  readonly url?: string;
  readonly profile?: string;
  readonly networkProfile?: string;
  readonly acquirerProfile?: string;
  readonly tokenPath: string;
  readonly prefix: string;
  readonly subject?: string;
}

/** Combines the given options with the URL that the profile belongs to. */
export async function configuredTarget(
  configuration: TargetOptions,
): Promise<TargetConfiguration & { readonly url?: string | undefined }> {
  const { bank, card } = configuration.subject === undefined ? {} : readSubject(configuration.subject);
  const credentials: Partial<Record<Party, PartyCredentials>> = {};
  const note = (party: Party, clientId: string | undefined, clientSecret: string | undefined) => {
    if (clientId !== undefined && clientSecret !== undefined) credentials[party] = { clientId, clientSecret };
    else if (clientId !== undefined) throw new Error(`the client ${clientId} of the ${party} requires a secret`);
  };
  note('bank', configuration.client, configuration.secret);
  note('network', configuration.networkClient, configuration.networkSecret);
  note('acquirer', configuration.acquirerClient, configuration.acquirerSecret);
  const byProfile = [
    ['bank', configuration.profile],
    ['network', configuration.networkProfile],
    ['acquirer', configuration.acquirerProfile],
  ] as const;
  let url = configuration.url;
  for (const [party, name] of byProfile) {
    if (name === undefined) continue;
    if (credentials[party] !== undefined)
      throw new UsageError(`the ${party} has both a client and a profile: specify only one of them`);
    // The profile lookup refuses to send the secret of one URL to another URL.
    const profile = await chosenProfile({ profile: name, ...(url !== undefined && { url }) });
    url = profile.url;
    credentials[party] = { token: async () => await tokenOf(profile) };
  }
  return { credentials, tokenPath: configuration.tokenPath, operatorPrefix: configuration.prefix, bank, card, url };
}

async function tokenOf(profile: Profile): Promise<string> {
  const { headers } = await (await clientFor(profile)).identify();
  return (headers.authorization ?? '').replace(/^Bearer /, '');
}

const CARD_FIELDS = ['cardNumber', 'expiry', 'exid', 'accountNumber', 'customerId'] as const;

function readSubject(file: string): { bank?: Partial<IssuingBank>; card?: KnownCard } {
  const json = jsonOf(readFileSync(file, 'utf8'));
  if (json === undefined) throw new Error(`${file} must contain a JSON object`);
  const { bank, card } = json;
  if (isJsonObject(card)) {
    const missingFields = CARD_FIELDS.filter((name) => typeof card[name] !== 'string');
    if (missingFields.length > 0) throw new Error(`the card of ${file} lacks ${missingFields.join(', ')}`);
  }
  return {
    ...(isJsonObject(bank) && { bank: bank as Partial<IssuingBank> }),
    ...(isJsonObject(card) && { card: card as unknown as KnownCard }),
  };
}
