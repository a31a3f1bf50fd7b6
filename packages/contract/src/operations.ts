import { listContractWarnings } from './access/list-contract-warnings.ts';
import { createAccount } from './accounts/create-account.ts';
import { enquireBalance } from './accounts/enquire-balance.ts';
import { postTransaction } from './accounts/post-transaction.ts';
import { backtestAccount } from './authorization/backtest-account.ts';
import { authorizeEcommerce } from './authorization/ecommerce-message.ts';
import { completeAuthorization, reverseAuthorization } from './authorization/end-reservation.ts';
import { previewAuthorization } from './authorization/preview-authorization.ts';
import { readAuthorization } from './authorization/read-authorization.ts';
import { changeStatus } from './cards/change-status.ts';
import { createCard } from './cards/create-card.ts';
import { enquireCard } from './cards/enquire-card.ts';
import { createClient } from './clients/create-client.ts';
import { changeProgram } from './insurance/change-program.ts';
import { listPrograms } from './insurance/list-programs.ts';
import { listProgramsByNumber } from './insurance/list-programs-by-number.ts';
import { readProgram } from './insurance/read-program.ts';
import { enquireRestrictions } from './restrictions/enquire-restrictions.ts';
import { setRestriction } from './restrictions/set-restriction.ts';
import { getSettings } from './settings-by-account/get-settings.ts';
import { updateSettings } from './settings-by-account/update-settings.ts';

/** The interface, operation by operation: what is not listed here does not exist. */
export const OPERATIONS = [
  createClient,
  createAccount,
  postTransaction,
  enquireBalance,
  createCard,
  enquireCard,
  changeStatus,
  updateSettings,
  getSettings,
  setRestriction,
  enquireRestrictions,
  listPrograms,
  readProgram,
  listProgramsByNumber,
  changeProgram,
  authorizeEcommerce,
  previewAuthorization,
  readAuthorization,
  reverseAuthorization,
  completeAuthorization,
  backtestAccount,
  listContractWarnings,
] as const;
