import type { Implementations } from '../../platform/operation/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { deleteLimitOperation } from './delete-limit.ts';
import { listLimitsOperation } from './list-limits.ts';
import { readLimitOperation } from './read-limit.ts';
import { setLimitOperation } from './set-limit.ts';

export function limitOperations({ banks }: { readonly banks: BankDirectory }): Implementations {
  return {
    rest: [
      setLimitOperation(banks),
      listLimitsOperation(banks),
      readLimitOperation(banks),
      deleteLimitOperation(banks),
    ],
  };
}
