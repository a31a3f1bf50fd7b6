import { listContractWarnings } from './access/list-contract-warnings.ts';
import { createAccount } from './accounts/create-account.ts';
import { enquireBalance } from './accounts/enquire-balance.ts';
import { postTransaction } from './accounts/post-transaction.ts';
import { authorizeEcommerce } from './authorization/ecommerce-message.ts';
import { completeAuthorization, reverseAuthorization } from './authorization/end-reservation.ts';
import { readAuthorization } from './authorization/read-authorization.ts';
import { changeStatus } from './cards/change-status.ts';
import { createCard } from './cards/create-card.ts';
import { enquireCard } from './cards/enquire-card.ts';
import { createClient } from './clients/create-client.ts';

/** The interface, operation by operation: what is not listed here does not exist. */
export const OPERATIONS = [
  createClient,
  createAccount,
  postTransaction,
  enquireBalance,
  createCard,
  enquireCard,
  changeStatus,
  authorizeEcommerce,
  readAuthorization,
  reverseAuthorization,
  completeAuthorization,
  listContractWarnings,
] as const;
