import type { Implementations } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { readEmbossingOperation } from './read-embossing.ts';

export function embossingOperations({ banks }: { readonly banks: BankDirectory }): Implementations {
  return { rest: [readEmbossingOperation(banks)] };
}
