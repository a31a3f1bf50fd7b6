import type { Implementations } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { listProductProgramsOperation } from './list-product-programs.ts';
import { listProgramVersionsOperation } from './list-program-versions.ts';
import { readProgramInForceOperation } from './read-program-in-force.ts';
import { setProgramOperation } from './set-program.ts';

export function programOperations({ banks }: { readonly banks: BankDirectory }): Implementations {
  return {
    rest: [
      setProgramOperation(banks),
      listProductProgramsOperation(banks),
      readProgramInForceOperation(banks),
      listProgramVersionsOperation(banks),
    ],
  };
}
