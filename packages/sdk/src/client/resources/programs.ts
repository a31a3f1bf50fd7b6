// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { listProductPrograms, listProgramVersions, readProgramInForce, setProgram } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Defaults and limits of a product for its accounts. */
export interface ProgramCalls {
  /** Set the program of a product. */
  readonly set: CallMethod<typeof setProgram, ['product_code']>;
  /** List programs of products. */
  readonly list: CallMethod<typeof listProductPrograms>;
  /** Get the program of a product. */
  readonly retrieve: CallMethod<typeof readProgramInForce, ['product_code']>;
  /** List versions of a program. */
  readonly listVersions: CallMethod<typeof listProgramVersions, ['product_code']>;
}

export function makePrograms({ one }: MethodFactory): ProgramCalls {
  return {
    set: one(setProgram, 'product_code'),
    list: one(listProductPrograms),
    retrieve: one(readProgramInForce, 'product_code'),
    listVersions: one(listProgramVersions, 'product_code'),
  };
}
