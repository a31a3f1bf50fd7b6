import type { Implementations } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { changeListOperation } from './change-list.ts';
import type { IsReadByLiveRule } from './list-change.ts';
import { listListsOperation } from './list-lists.ts';
import { readListOperation } from './read-list.ts';
import { replaceListOperation } from './replace-list.ts';

export function merchantListOperations({
  banks,
  isReadByLiveRule,
}: {
  readonly banks: BankDirectory;
  readonly isReadByLiveRule: IsReadByLiveRule;
}): Implementations {
  return {
    rest: [
      replaceListOperation(banks, isReadByLiveRule),
      listListsOperation(banks),
      readListOperation(banks),
      changeListOperation(banks, isReadByLiveRule),
    ],
  };
}
