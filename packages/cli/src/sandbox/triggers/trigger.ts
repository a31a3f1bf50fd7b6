import type { Cardwright } from '@cardwright/sdk';
import { clientFor } from '../../connection/open-client.ts';
import { SandboxError } from '../../output/usage-error.ts';
import type { SandboxClient } from '../sandbox-client.ts';

/** The context in which an event is triggered. */
export interface Scene extends SandboxClient {
  /** EXID or masked number. Default: the first card of the fixtures. */
  readonly card: string | undefined;
}

/** The subject of an event, and the notifications that triggering it sends, in order. */
export interface TriggerResult {
  readonly about: Readonly<Record<string, string>>;
  readonly notifications: readonly string[];
}

export type Trigger = (scene: Scene) => Promise<TriggerResult>;

/**
 * Returns the client of another caller of the sandbox, for operations that the profile's caller cannot call. With
 * `without`, the caller lacks that scope.
 */
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
