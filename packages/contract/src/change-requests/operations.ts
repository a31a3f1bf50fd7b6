// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { approveChangeRequest } from './approve-change-request.ts';
import { breakGlass } from './break-glass.ts';
import { listChangeRequests } from './list-change-requests.ts';
import { readChangeRequest } from './read-change-request.ts';
import { rejectChangeRequest } from './reject-change-request.ts';
import { withdrawChangeRequest } from './withdraw-change-request.ts';

export * from './approve-change-request.ts';
export * from './break-glass.ts';
export * from './list-change-requests.ts';
export * from './read-change-request.ts';
export * from './reject-change-request.ts';
export * from './withdraw-change-request.ts';

export const CHANGE_REQUESTS_OPERATIONS = [
  listChangeRequests,
  readChangeRequest,
  approveChangeRequest,
  rejectChangeRequest,
  withdrawChangeRequest,
  breakGlass,
] as const;
