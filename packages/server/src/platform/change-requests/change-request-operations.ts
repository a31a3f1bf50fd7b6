import type { Implementations } from '../operation/index.ts';
import { approveChangeRequestOperation } from './approve-change-request.ts';
import { breakGlassOperation } from './break-glass.ts';
import type { ChangeRequestDeps } from './change-request-deps.ts';
import { listChangeRequestsOperation } from './list-change-requests.ts';
import { readChangeRequestOperation } from './read-change-request.ts';
import { rejectChangeRequestOperation } from './reject-change-request.ts';
import { withdrawChangeRequestOperation } from './withdraw-change-request.ts';

export function changeRequestOperations(deps: ChangeRequestDeps): Implementations {
  return {
    rest: [
      listChangeRequestsOperation,
      readChangeRequestOperation,
      approveChangeRequestOperation(deps),
      rejectChangeRequestOperation(deps),
      withdrawChangeRequestOperation(deps),
      breakGlassOperation(deps),
    ],
  };
}
