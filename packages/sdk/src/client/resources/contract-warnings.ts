// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { listContractWarnings } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Accepted deviations of requests from the interface. */
export interface ContractWarningCalls {
  /** List contract warnings. */
  readonly list: CallMethod<typeof listContractWarnings>;
}

export function makeContractWarnings({ one }: MethodFactory): ContractWarningCalls {
  return {
    list: one(listContractWarnings),
  };
}
