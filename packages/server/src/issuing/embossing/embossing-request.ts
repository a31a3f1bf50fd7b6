import type { Bank } from '../../platform/kernel/bank.ts';
import type { Work, WorkDeps } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { AtStep } from './write-durably.ts';

/** The dependencies of writing embossing files. */
export interface EmbossDeps extends WorkDeps {
  readonly vault: Vault;
  /** The folder of the files. */
  readonly folder: string;
  readonly isSandbox: boolean;
  /** Set only by tests. */
  readonly atStep?: AtStep;
  readonly mostCards?: number;
}

/** A request for a run of one bank: its actor and its time. */
export interface EmbossRequest {
  readonly bank: Bank;
  readonly now: Date;
  readonly actor: string;
  readonly requestId: string;
  /** The local day of the scheduled run; undefined for any other run. */
  readonly scheduledDay?: string;
}

/** Returns the operation, actor and request of the run, for the audit log. */
export function embossingWork({ actor, requestId, now }: EmbossRequest): Work {
  return { operation: 'embossing.emboss-bank', actor, requestId, now };
}
