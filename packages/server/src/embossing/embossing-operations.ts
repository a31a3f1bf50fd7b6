import type { BankDirectory } from '../banks/index.ts';
import type { Implementations } from '../operation/index.ts';
import { readEmbossingOperation } from './read-embossing.ts';

export function embossingOperations({ banks }: { readonly banks: BankDirectory }): Implementations {
  return { rest: [readEmbossingOperation(banks)] };
}
