import type { Implementations } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { changeListOperation } from './change-list.ts';
import type { ReadListUse } from './list-change.ts';
import { listListsOperation } from './list-lists.ts';
import { readListOperation } from './read-list.ts';
import { replaceListOperation } from './replace-list.ts';

export function merchantListOperations({
  banks,
  readListUse,
}: {
  readonly banks: BankDirectory;
  readonly readListUse: ReadListUse;
}): Implementations {
  return {
    rest: [
      replaceListOperation(banks, readListUse),
      listListsOperation(banks),
      readListOperation(banks),
      changeListOperation(banks, readListUse),
    ],
  };
}
