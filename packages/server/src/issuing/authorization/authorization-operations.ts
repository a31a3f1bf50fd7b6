import type { Implementations } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { BankDirectory } from '../banks/index.ts';
import { previewAuthorizationOperation } from './explain/preview-authorization.ts';
import { readAuthorizationOperation } from './explain/read-authorization.ts';
import { backtestAccountOperation } from './history/backtest-account.ts';
import { readHistoryOperation } from './history/read-history.ts';
import { listAuthorizationsOperation } from './index/list-authorizations.ts';
import type { PartnerBook } from './partner/partner-book.ts';
import { readPartnerOperation } from './partner/read-partner.ts';
import { readLogProofOperation } from './proofs/read-log-proof.ts';
import { readProofOperation } from './proofs/read-proof.ts';
import { completeAuthorizationOperation } from './reservations/complete-authorization.ts';
import type { EarlyReversals } from './reservations/early-reversals.ts';
import { reverseAuthorizationOperation } from './reservations/reverse-authorization.ts';
import { readDeclineReportOperation } from './statistics/read-decline-report.ts';
import { readStatisticsOperation } from './statistics/read-statistics.ts';
import { deleteViewOperation } from './views/delete-view.ts';
import { listViewsOperation } from './views/list-views.ts';
import { saveViewOperation } from './views/save-view.ts';

interface Deps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly partnerBook: PartnerBook;
  readonly earlyReversals: EarlyReversals;
}

/** Implements the operations on authorizations, except the message itself, which authorize-ecommerce.ts implements. */
export function authorizationOperations({ banks, vault, partnerBook, earlyReversals }: Deps): Implementations {
  return {
    rest: [
      readAuthorizationOperation(banks),
      reverseAuthorizationOperation(banks, earlyReversals),
      completeAuthorizationOperation(banks),
      previewAuthorizationOperation(banks, vault),
      backtestAccountOperation(banks),
      listAuthorizationsOperation(banks),
      readHistoryOperation(banks),
      readStatisticsOperation(banks),
      readDeclineReportOperation(banks),
      readPartnerOperation(banks, partnerBook),
      readProofOperation(banks, vault),
      readLogProofOperation(banks, vault),
      listViewsOperation(banks),
      saveViewOperation(banks),
      deleteViewOperation(banks),
    ],
  };
}
