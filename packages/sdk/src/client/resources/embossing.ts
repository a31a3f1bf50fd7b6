// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { readEmbossing } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Files for the card bureau. */
export interface EmbossingCalls {
  /** Get cards to emboss. */
  readonly retrieve: CallMethod<typeof readEmbossing>;
}

export function makeEmbossing({ one }: MethodFactory): EmbossingCalls {
  return {
    retrieve: one(readEmbossing),
  };
}
