import type { Bank } from '../../platform/kernel/bank.ts';
import type { Work, WorkDeps } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { AtStep } from './write-durably.ts';

/** The dependencies of writing embossing files. */
export interface EmbossDeps extends WorkDeps {
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

/** What a request for files has done, as the audit log names it. */
export function embossingWork({ actor, requestId, now }: EmbossRequest): Work {
  return { operation: 'embossing.emboss-bank', actor, requestId, now };
}
