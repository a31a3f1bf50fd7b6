import type { Warning } from '@cardwright/contract';
import { type Caller, withPerson } from '../access/index.ts';
import type { Database, Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import { createAuditTrail } from './audit-trail.ts';
import type { OperationContext } from './define-operation.ts';

export interface RunnerDeps {
  readonly database: Database;
  /** Recognises repeated requests, and seals the answers that may hold a secret. */
  readonly vault: Pick<Vault, 'contents' | 'seal' | 'open'>;
  /**
   * A text with the card numbers of our banks masked: only the vault may store them
   * (docs/interface/requests.md#card-numbers-in-other-fields).
   */
  readonly hideCardNumbers: (text: string) => string;
}

export interface CallContext {
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  /** Address of the caller; undefined for operations that the server starts itself. */
  readonly fromAddress?: string | undefined;
  readonly gone?: AbortSignal | undefined;
}

/** What the runners hand to an operation, and what they collect from it. */
export function createContext(
  deps: Pick<RunnerDeps, 'hideCardNumbers'>,
  tx: Tx,
  operation: string,
  asking: CallContext,
) {
  const { caller, requestId, fromAddress } = asking;
  const trail = createAuditTrail(deps.hideCardNumbers);
  const by = { actor: caller.clientId, operation, requestId, fromAddress };
  const warnings: Warning[] = [];
  const given: OperationContext = {
    ...asking,
    tx,
    audit: (bankId, subject, outcome, details, change) =>
      trail.add(by, bankId, subject, outcome, withPerson(caller, details), change),
    warn: (warning) => {
      warnings.push(warning);
    },
  };
  return { given, trail, warnings };
}
