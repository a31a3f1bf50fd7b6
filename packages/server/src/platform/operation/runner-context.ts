import type { Warning } from '@cardwright/contract';
import { type Caller, withPerson } from '../access/index.ts';
import type { Database, Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import { createAuditTrail } from './audit-trail.ts';
import type { ChangePublisher } from './change-events.ts';
import type { OperationContext } from './define-operation.ts';
import type { RepeatedReads } from './repeated-reads.ts';
import type { ChangeGate } from './requested-change.ts';

export interface RunnerDeps {
  readonly database: Database;
  /** Recognizes repeated requests, and seals answers that may hold a secret. */
  readonly vault: Pick<Vault, 'contents' | 'seal' | 'open'>;
  /**
   * Masks the card numbers of this server's banks in a text, because only the vault may store them
   * (docs/interface/requests.md#card-numbers-in-other-fields).
   */
  readonly maskCardNumbers: (text: string) => string;
  /** Publishes changes to the endpoints that subscribe to them. */
  readonly changes: ChangePublisher;
  /** Absent for the server's own requests, which no page sends. */
  readonly repeatedReads?: RepeatedReads;
  /** Absent if no change needs a second person: for the server's own requests. */
  readonly changeGate?: ChangeGate;
}

export interface CallContext {
  readonly caller: Caller;
  readonly now: Date;
  readonly requestId: string;
  /** Address of the caller; undefined for operations that the server starts itself. */
  readonly fromAddress?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Creates the context of an operation, with the audit rows and warnings that the operation adds to it. */
export function createContext(
  deps: Pick<RunnerDeps, 'maskCardNumbers' | 'changes' | 'repeatedReads'>,
  tx: Tx,
  operation: string,
  callContext: CallContext,
  request?: unknown,
) {
  const { caller, requestId, fromAddress } = callContext;
  const trail = createAuditTrail(deps);
  const by = { actor: caller.clientId, operation, requestId, fromAddress, eventActor: actorOf(caller) };
  const warnings: Warning[] = [];
  const reads: string[] = [];
  const context: OperationContext = {
    ...callContext,
    tx,
    audit: (bankId, subject, outcome, details, change) => {
      const key = deps.repeatedReads?.keyOf(caller, operation, request, [bankId, subject, outcome, details]);
      if (key !== undefined && deps.repeatedReads?.has(key)) return;
      if (key !== undefined) reads.push(key);
      trail.add(by, bankId, subject, outcome, withPerson(caller, details), change);
    },
    warn: (warning) => {
      warnings.push(warning);
    },
  };
  return { context, trail, warnings, reads };
}

function actorOf({ clientId: id, person }: Caller) {
  return person === undefined ? { kind: 'client' as const, id } : { kind: 'person' as const, id, name: person.name };
}
