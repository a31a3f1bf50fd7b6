import type { Implementations } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { changeListOperation } from './change-list.ts';
import { listListsOperation } from './list-lists.ts';
import { readListOperation } from './read-list.ts';
import { replaceListOperation } from './replace-list.ts';

export function merchantListOperations({ banks }: { readonly banks: BankDirectory }): Implementations {
  return {
    rest: [
      replaceListOperation(banks),
      listListsOperation(banks),
      readListOperation(banks),
      changeListOperation(banks),
    ],
  };
}
