import {
  createEarlyReversals,
  createHotConnection,
  createPartnerBook,
  type EarlyReversals,
  type PartnerBook,
} from '../../issuing/authorization/index.ts';
import { type Database, findBucketNodes } from '../../platform/storage/index.ts';
import type { Settings } from '../configuration/settings.ts';

interface AuthorizationParts {
  readonly partnerBook: PartnerBook;
  readonly earlyReversals: EarlyReversals;
}

/** Opens what the operations about authorizations need in addition to the services that all operations share. */
export async function openAuthorizationParts(database: Database, settings: Settings): Promise<AuthorizationParts> {
  const deadlineMs = settings.CARDWRIGHT_AUTHORIZATION_DEADLINE_MS;
  const isOnCitus = (await findBucketNodes(database)) !== undefined;
  const earlyReversals = createEarlyReversals({
    // separate connections, because each authorization commits within its request
    connection: createHotConnection(database, { deadlineMs, isOnCitus }),
    days: settings.CARDWRIGHT_RESERVATION_DAYS,
    waitMs: isOnCitus ? 2 * deadlineMs : undefined,
  });
  return { partnerBook: createPartnerBook(), earlyReversals };
}
