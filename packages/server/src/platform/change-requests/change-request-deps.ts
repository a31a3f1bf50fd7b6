import type { RestImplementation } from '../operation/index.ts';
import type { Enqueue, ReadHolderScopes } from '../outbox/index.ts';
import type { Vault } from '../vault/index.ts';
import type { IsPerson } from './second-person.ts';

export interface ChangeRequestDeps {
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly enqueue: Enqueue;
  readonly isPerson: IsPerson;
  /** The scopes that the proposer has now. */
  readonly holderScopes: ReadHolderScopes;
  /** The operation that a request is for. */
  readonly operation: (id: string) => RestImplementation | undefined;
}

/** The context under which the request itself is sealed. The rotation of keys uses it too. */
export const changeRequestContext = (bankId: string, id: string) => `change-request:${bankId}:${id}`;
