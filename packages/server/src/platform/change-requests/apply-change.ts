import { ERRORS, type ErrorName, type JsonObject } from '@cardwright/contract';
import { type Caller, callerOfHolder } from '../access/index.ts';
import { requireValue } from '../kernel/required.ts';
import { type Failure, fail, ok, type Success } from '../kernel/result.ts';
import { readStoredJson } from '../kernel/stored-json.ts';
import { type OperationContext, type RestImplementation, withReason } from '../operation/index.ts';
import { type ChangeRequestDeps, changeRequestContext } from './change-request-deps.ts';
import type { ChangeRequestRow } from './change-request-store.ts';
import { type PendingChange, subjectOfRequest } from './pending-change.ts';

type Input = Parameters<RestImplementation['run']>[1];
type Tenant = Pick<Caller, 'kind' | 'bankId' | 'acquirerId'>;

/**
 * Makes the requested change in this transaction, in the name of its proposer, with the operation itself. Fails if the
 * proposer has lost the scope of the operation, or if another change came first.
 */
export async function applyChange(
  deps: Omit<ChangeRequestDeps, 'enqueue' | 'isPerson' | 'compareChange'>,
  context: Omit<OperationContext, 'caller'> & { readonly caller: Tenant },
  { bankId, row }: Pick<PendingChange, 'bankId' | 'row'>,
): Promise<Success<undefined> | Failure<'state_forbids' | 'changed_meanwhile'>> {
  const subject = subjectOfRequest(row);
  const operation = requireValue(deps.operation(row.operation), 'the operation of a change request');
  const proposer = await proposerOf(deps, context.caller, row);
  if (!proposer.scopes.has(operation.contract.scope)) {
    const message = `The proposer no longer has the scope ${operation.contract.scope}`;
    return fail('state_forbids', { subject, message });
  }
  const input = openInput(deps, bankId, row);
  const audit: OperationContext['audit'] = (log, target, outcome, details, change) =>
    context.audit(
      log,
      target,
      outcome,
      { proposed_by: row.proposed_by, change_request: row.change_request_id, ...details },
      change,
    );
  const asProposer: OperationContext = { ...context, caller: proposer, audit, appliesRequest: true };
  const change = await operation.secondPerson?.(asProposer, input);
  if (change?.version !== row.target_version) {
    return fail('changed_meanwhile', {
      subject,
      message: `${row.subject} has changed since: the change has to be requested again`,
    });
  }
  const result = await operation.run(withReason(operation, asProposer, input), input);
  if (result.ok) return ok(undefined);
  const { text } = ERRORS[result.error as ErrorName];
  return fail('state_forbids', { subject, message: `The change is refused now: ${result.message ?? text}` });
}

/** Returns the proposer as a caller of the approver's tenant, with its current scopes. */
async function proposerOf(
  { holderScopes }: Pick<ChangeRequestDeps, 'holderScopes'>,
  { kind, bankId, acquirerId }: Tenant,
  { proposed_by: name, proposed_by_name: personName, proposer_scopes: scopes }: ChangeRequestRow,
): Promise<Caller> {
  const owner =
    kind === 'acquirer'
      ? ({ kind, ownerId: acquirerId ?? '' } as const)
      : ({ kind: 'bank', ownerId: bankId ?? '' } as const);
  return callerOfHolder(owner, { name, personName, scopes }, await holderScopes(owner, { name, scopes }));
}

function openInput({ vault }: Pick<ChangeRequestDeps, 'vault'>, bankId: string, row: ChangeRequestRow): Input {
  const sealed = requireValue(row.sealed_input ?? undefined, 'the content of a pending change request');
  const keyVersion = requireValue(row.key_version ?? undefined, 'the key of a pending change request');
  const text = vault.open(changeRequestContext(bankId, row.change_request_id), { sealed, keyVersion });
  return { ...(readStoredJson(text) as JsonObject), headers: {} } as unknown as Input;
}
