import type { Implementations } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { changeProgramOperation } from './change-program.ts';
import { listProgramsOperation } from './list-programs.ts';
import { listProgramsByNumberOperation } from './list-programs-by-number.ts';
import { readProgramOperation } from './read-program.ts';

export function insuranceOperations({ vault }: { readonly vault: Vault }): Implementations {
  return {
    rest: [
      listProgramsOperation(vault),
      readProgramOperation(vault),
      listProgramsByNumberOperation(vault),
      changeProgramOperation(vault),
    ],
  };
}
