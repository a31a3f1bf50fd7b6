import type { Cardwright } from '@cardwright/sdk';
import { chosenProfile, clientFor } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { fixturesOf, type SandboxFixtures } from './fixtures-of.ts';

export interface SandboxClient {
  readonly url: string;
  readonly client: Cardwright;
  readonly fixtures: SandboxFixtures;
}

/** The client of the chosen profile, if it belongs to a sandbox. Test data is not allowed anywhere else. */
export async function sandboxClient(options: SharedOptions): Promise<SandboxClient> {
  const profile = await chosenProfile(options);
  const fixtures = await fixturesOf(profile.url);
  return { url: profile.url, client: await clientFor(profile), fixtures };
}
