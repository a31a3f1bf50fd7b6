import { type DeliveryAttempt, listAttempts } from '@cardwright/contract';
import { cutPage, readPage } from '../../kernel/page.ts';
import { ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import type { Vault } from '../../vault/index.ts';
import { findOwnEndpoint, isoOrNull, ownerLog, subjectOf } from '../endpoints/endpoint.ts';
import { canReadSubject } from '../endpoints/event-scopes.ts';
import { filterOf } from '../messages/list-messages.ts';
import { answerContext } from '../outbox-seal-contexts.ts';
import { type AttemptRow, listEndpointAttempts } from './attempt-store.ts';

/** Lists the attempts of an endpoint with their outcomes, newest first. */
export function listAttemptsOperation(vault: Vault) {
  return implementRest(listAttempts, async ({ tx, caller, audit }, { params, query }) => {
    const resolved = await findOwnEndpoint(tx, caller, params.endpoint_id);
    if (!resolved.ok) return resolved;
    const page = readPage(query);
    if (!page.ok) return page;
    const { bankId } = resolved.value.owner;
    const filter = filterOf(query);
    const allRows = await listEndpointAttempts(tx, bankId, params.endpoint_id, filter, page.value);
    const all = filter.stream === undefined ? allRows : allRows.filter((row) => canReadSubject(caller, row));
    const { rows, nextCursor } = cutPage(all, page.value, ({ at, attempt_id }) => ({ at, id: attempt_id }));
    // audited, because answers may echo the request, which contains card data
    audit(ownerLog(resolved.value.owner), subjectOf(params.endpoint_id), 'attempts read');
    const attempts = rows.map((row) => encodeAttempt(vault, bankId, params.endpoint_id, row));
    return ok({ body: { attempts, next_cursor: nextCursor } });
  });
}

function encodeAttempt(vault: Vault, bankId: string, endpointId: string, row: AttemptRow): DeliveryAttempt {
  const { sealed_answer: sealed, key_version: keyVersion } = row;
  const hasAnswer = sealed !== null && keyVersion !== null;
  return {
    notification_id: row.notification_id,
    type: row.type,
    attempt: row.attempt,
    at: row.at.toISOString(),
    duration_ms: row.duration_ms,
    outcome: row.outcome,
    reason: row.reason,
    http_status: row.http_status,
    answer: hasAnswer ? vault.open(answerContext(bankId, endpointId), { sealed, keyVersion }) : null,
    next_attempt_at: isoOrNull(row.next_attempt_at),
  };
}
