import type { Cardwright } from '@cardwright/sdk';
import { clientFor } from '../../connection/open-client.ts';
import { SandboxError } from '../../output/usage-error.ts';
import type { SandboxClient } from '../sandbox-client.ts';

/** Where an event is made to happen. */
export interface Scene extends SandboxClient {
  /** EXID or masked number; the first card of the fixtures without it. */
  readonly card: string | undefined;
}

/** What an event is about, and the notifications that its making sends, in their order. */
export interface Triggered {
  readonly about: Readonly<Record<string, string>>;
  readonly notifications: readonly string[];
}

export type Trigger = (scene: Scene) => Promise<Triggered>;

/** The client of another caller of the sandbox, who may do what the profile's own may not; one without the scope `without`. */
export async function sandboxCaller(
  { url, fixtures }: Scene,
  kind: string,
  scope: string,
  without?: string,
): Promise<Cardwright> {
  const caller = fixtures.oauth.find(
    (each) =>
      each.kind === kind && each.scopes.includes(scope) && (without === undefined || !each.scopes.includes(without)),
  );
  if (caller === undefined) throw new SandboxError(`the sandbox has no ${kind} with the scope ${scope}`, true);
  const { client_id, client_secret } = caller;
  return await clientFor({ url, client_id, client_secret });
}
