import type { ReceivedRequest } from '../../../server/src/testing/webhook-receiver.ts';
import type { ActiveAccount } from '../world/client/account-requests.ts';
import type { ChaosClient } from '../world/client/chaos-client.ts';
import { createKnownAnswers, type KnownAnswers } from '../world/client/known-answers.ts';
import type { ChaosDatabase } from './chaos-database.ts';
import type { ChaosServer } from './chaos-servers.ts';
import type { IsoAccount } from './iso-life.ts';
import type { ActiveMerchants } from './merchant-life.ts';
import type { OwnHistory } from './own-history.ts';
import type { ProvisionedCard } from './provisioning-life.ts';
import type { ActiveToken } from './token-life.ts';

/** The complete record of a run, for the checks and for its stored files. */
export interface RunHistory {
  readonly client: ChaosClient;
  readonly database: ChaosDatabase;
  readonly servers: readonly ChaosServer[];
  readonly folder: string;
  readonly known: KnownAnswers;
  readonly accounts: ActiveAccount[];
  readonly tokens: ActiveToken[];
  readonly provisionedCards: ProvisionedCard[];
  readonly merchants: ActiveMerchants[];
  readonly isoAccounts: IsoAccount[];
  readonly own: OwnHistory;
  /** Notifications by id, in the order in which the receiver accepted them. */
  readonly accepted: Map<string, ReceivedRequest>;
}

/** The record of a run that begins. */
export function beginRecord(
  parts: Pick<RunHistory, 'client' | 'database' | 'servers' | 'folder' | 'accepted'>,
): RunHistory {
  return {
    ...parts,
    known: createKnownAnswers(),
    accounts: [],
    tokens: [],
    provisionedCards: [],
    merchants: [],
    isoAccounts: [],
    own: { lists: 0, programs: 0, shadows: 0, live: 0, pots: [] },
  };
}
