// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { loadDenyList, readDenyList } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Names that an acquirer does not onboard. */
export interface DenyListCalls {
  /** Load the deny list. */
  readonly load: CallMethod<typeof loadDenyList>;
  /** List denied names. */
  readonly list: PagedMethod<typeof readDenyList, 'names'>;
}

export function makeDenyList({ one, paged }: MethodFactory): DenyListCalls {
  return {
    load: one(loadDenyList),
    list: paged(readDenyList, 'names'),
  };
}
