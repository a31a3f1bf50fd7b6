import type { Bank } from '../kernel/bank.ts';
import type { Database } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import type { AtStep } from './write-durably.ts';

/** The dependencies of writing embossing files. */
export interface EmbossDeps {
  readonly database: Database;
  readonly vault: Vault;
  /** Where files are written. */
  readonly folder: string;
  readonly isSandbox: boolean;
  /** For tests. */
  readonly atStep?: AtStep;
  readonly mostCards?: number;
}

/** Who asked for a run of one bank, and when. */
export interface EmbossRequest {
  readonly bank: Bank;
  readonly now: Date;
  readonly actor: string;
  readonly requestId: string;
  /** The local day whose scheduled run this is. */
  readonly scheduledDay?: string;
}
