// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { authorizeEcommerce } from './authorize-ecommerce.ts';
import { backtestAccount } from './backtest-account.ts';
import { completeAuthorization } from './complete-authorization.ts';
import { deleteView } from './delete-view.ts';
import { listAuthorizations } from './list-authorizations.ts';
import { listViews } from './list-views.ts';
import { previewAuthorization } from './preview-authorization.ts';
import { readAuthorization } from './read-authorization.ts';
import { readDeclineReport } from './read-decline-report.ts';
import { readHistory } from './read-history.ts';
import { readLogProof } from './read-log-proof.ts';
import { readPartner } from './read-partner.ts';
import { readProof } from './read-proof.ts';
import { readStatistics } from './read-statistics.ts';
import { reverseAuthorization } from './reverse-authorization.ts';
import { saveView } from './save-view.ts';

export * from './authorize-ecommerce.ts';
export * from './backtest-account.ts';
export * from './complete-authorization.ts';
export * from './delete-view.ts';
export * from './list-authorizations.ts';
export * from './list-views.ts';
export * from './preview-authorization.ts';
export * from './read-authorization.ts';
export * from './read-decline-report.ts';
export * from './read-history.ts';
export * from './read-log-proof.ts';
export * from './read-partner.ts';
export * from './read-proof.ts';
export * from './read-statistics.ts';
export * from './reverse-authorization.ts';
export * from './save-view.ts';

export const AUTHORIZATION_OPERATIONS = [
  authorizeEcommerce,
  previewAuthorization,
  readAuthorization,
  reverseAuthorization,
  completeAuthorization,
  backtestAccount,
  listAuthorizations,
  readHistory,
  readStatistics,
  readDeclineReport,
  readPartner,
  readProof,
  readLogProof,
  deleteView,
  listViews,
  saveView,
] as const;
