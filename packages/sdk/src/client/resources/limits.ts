// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { deleteLimit, listLimits, readLimit, setLimit } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Custom limits of accounts and cards. */
export interface LimitCalls {
  /** Set a limit. */
  readonly set: CallMethod<typeof setLimit>;
  /** List limits. */
  readonly list: CallMethod<typeof listLimits>;
  /** Get a limit. */
  readonly retrieve: CallMethod<typeof readLimit, ['id']>;
  /** Delete a limit. */
  readonly delete: CallMethod<typeof deleteLimit, ['id']>;
}

export function makeLimits({ one }: MethodFactory): LimitCalls {
  return {
    set: one(setLimit),
    list: one(listLimits),
    retrieve: one(readLimit, 'id'),
    delete: one(deleteLimit, 'id'),
  };
}
