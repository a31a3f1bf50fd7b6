import { randomUUID } from 'node:crypto';
import {
  CHANGE_REQUEST_DAYS,
  CHANGE_REQUESTED,
  type ErrorName,
  MAX_PENDING_CHANGES,
  writeJson,
} from '@cardwright/contract';
import { readPersons } from '../access/index.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { ChangeGate, OperationContext, RequestedChange, RestAnswer } from '../operation/index.ts';
import { holderOf } from '../outbox/index.ts';
import { type ChangeRequestDeps, changeRequestContext } from './change-request-deps.ts';
import { toChangeRequestResponse } from './change-request-response.ts';
import { countPendingChanges, findSameRequest, insertChangeRequest } from './change-request-store.ts';
import { publishChangeRequest } from './publish-change-request.ts';
import { tenantOfChange } from './tenant-of-change.ts';

const DAY_MS = 86_400_000;

/** Stores a change that needs a second person. The answer is 202 with the change request. */
export async function fileChangeRequest(
  { vault, enqueue }: Pick<ChangeRequestDeps, 'vault' | 'enqueue'>,
  context: OperationContext,
  { kinds, operation, subject, version, isWhole, display, audited, input, reason }: RequestedChange,
): Promise<Result<RestAnswer<unknown>, ErrorName>> {
  const { tx, caller, now, audit } = context;
  const tenant = tenantOfChange(caller);
  if (!tenant.ok) return tenant;
  const bankId = tenant.value;
  const holder = holderOf(caller);
  const sameRequest =
    isWhole && (await findSameRequest(tx, bankId, { operation, version, proposedBy: holder.name, now }));
  if (sameRequest) {
    audit(bankId, `change-request:${sameRequest.change_request_id}`, 'requested again');
    const persons = await readPersons(tx, bankId, [holder.name]);
    return ok({ status: 202 as const, body: toChangeRequestResponse(sameRequest, { caller, persons, now }) });
  }
  if ((await countPendingChanges(tx, bankId, now)) >= MAX_PENDING_CHANGES) {
    return fail('state_forbids', {
      subject,
      message: `${MAX_PENDING_CHANGES} changes wait for a second person already`,
    });
  }
  const id = randomUUID();
  const { before, after } = display ?? audited;
  const row = await insertChangeRequest(tx, bankId, {
    ...{ id, kinds, operation, subject, version, reason },
    input: vault.seal(changeRequestContext(bankId, id), writeJson(input)),
    before: before === null ? null : writeJson({ ...before }),
    after: after === null ? null : writeJson({ ...after }),
    proposedAt: now,
    proposedBy: holder.name,
    proposedByName: caller.person?.name ?? null,
    proposerScopes: holder.scopes,
    expiresAt: new Date(now.getTime() + CHANGE_REQUEST_DAYS * DAY_MS),
  });
  audit(bankId, `change-request:${id}`, 'requested', { kinds, subject, reason }, audited as never);
  if (caller.kind === 'bank') await publishChangeRequest(tx, enqueue, bankId, row, { type: CHANGE_REQUESTED, at: now });
  const persons = await readPersons(tx, bankId, [holder.name]);
  return ok({ status: 202 as const, body: toChangeRequestResponse(row, { caller, persons, now }) });
}

/** Returns the gate of operations whose changes can need a second person. */
export function createChangeGate(
  deps: Pick<ChangeRequestDeps, 'vault' | 'enqueue'>,
  kindsOf: ChangeGate['kindsOf'],
  promises?: ChangeGate['promises'],
): ChangeGate {
  return { kindsOf, promises, file: (context, change) => fileChangeRequest(deps, context, change) };
}
