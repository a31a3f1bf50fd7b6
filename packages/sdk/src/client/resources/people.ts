// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { listPeople } from '@cardwright/contract';
import type { MethodFactory, PagedMethod } from '../call-method.ts';

/** People who work at the caller's bank or acquirer. */
export interface PeopleCalls {
  /** List people. */
  readonly list: PagedMethod<typeof listPeople, 'people'>;
}

export function makePeople({ paged }: MethodFactory): PeopleCalls {
  return {
    list: paged(listPeople, 'people'),
  };
}
