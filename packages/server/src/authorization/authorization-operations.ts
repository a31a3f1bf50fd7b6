import type { BankDirectory } from '../banks/index.ts';
import type { Implementations } from '../operation/index.ts';
import type { Vault } from '../vault/index.ts';
import { backtestAccountOperation } from './backtest-account.ts';
import { completeAuthorizationOperation } from './complete-authorization.ts';
import { listAuthorizationsOperation } from './list-authorizations.ts';
import type { PartnerBook } from './partner/partner-book.ts';
import { readPartnerOperation } from './partner/read-partner.ts';
import { previewAuthorizationOperation } from './preview-authorization.ts';
import { readAuthorizationOperation } from './read-authorization.ts';
import { readHistoryOperation } from './read-history.ts';
import { readStatisticsOperation } from './read-statistics.ts';
import { reverseAuthorizationOperation } from './reverse-authorization.ts';

interface Deps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly partnerBook: PartnerBook;
}

/** All but the message itself, which has a surface of its own: authorize-ecommerce.ts. */
export function authorizationOperations({ banks, vault, partnerBook }: Deps): Implementations {
  return {
    rest: [
      readAuthorizationOperation(banks),
      reverseAuthorizationOperation(banks),
      completeAuthorizationOperation(banks),
      previewAuthorizationOperation(banks, vault),
      backtestAccountOperation(banks),
      listAuthorizationsOperation(banks),
      readHistoryOperation(banks),
      readStatisticsOperation(banks),
      readPartnerOperation(banks, partnerBook),
    ],
  };
}
