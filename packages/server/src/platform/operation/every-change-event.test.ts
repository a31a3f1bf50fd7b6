import { EVENT_PREFIXES, OPERATIONS } from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAuditWorld, rowsOfCase } from '../../testing/audit-world.ts';
import { auditedRows } from '../../testing/audited-rows.ts';
import { CHANGES } from '../../testing/change-cases.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { registerWebhook } from '../../testing/webhooks.ts';
import { changeEventType, isChangeEvent } from './change-event-names.ts';

/** Operations with a method other than GET that change no object, each with the reason. */
const WITHOUT_CHANGE: Readonly<Record<string, string>> = {
  'authorization.authorize-ecommerce': 'authorization events report decisions',
  'authorization.backtest-account': 'it computes',
  'authorization.preview-authorization': 'it computes',
  'rules.analyze-rule': 'it computes',
  'rules.delete-promise': 'the approval of its change request deletes the promise',
  'configuration.plan-configuration': 'it computes',
  'configuration.apply-configuration': 'the events of the changed objects report it',
  'tokens.preview-provisioning': 'it computes',
  'tokens.request-provisioning': 'token.provisioning.decided reports it',
  'change-requests.reject-change-request': 'change.decided reports it',
  'change-requests.withdraw-change-request': 'change.decided reports it',
  'change-requests.break-glass': 'change.decided reports it',
  'merchants.delete-draft': 'a draft is not submitted: it changes no merchant',
  'merchants.save-draft': 'a draft is not submitted: it changes no merchant',
  'authorization.delete-view': 'a view changes no decision',
  'authorization.save-view': 'a view changes no decision',
  'exports.start-export': 'it reads',
  'exports.delete-export': 'it deletes a copy',
  'backtests.start-backtest': 'it computes',
  'backtests.cancel-backtest': 'it computes',
  'insurance.list-programs-by-number': 'it reads',
  'webhooks.test-endpoint': 'it sends a sample',
};
/** The type of a case that differs from the type of its outcome. */
const INSTEAD: Readonly<Record<string, string>> = { 'card.replaced': 'card.status_changed' };

const server = fileServer();
const world = fileResource(() => openAuditWorld(server));
beforeAll(async () => {
  await registerWebhook(world.server, { events: EVENT_PREFIXES.bank });
  await registerWebhook(world.server, { events: EVENT_PREFIXES.acquirer }, 'demo-acquirer');
});

describe('an operation that changes something', () => {
  it('has a case, or a reason why it is no change', () => {
    const changing = OPERATIONS.filter((operation) =>
      operation.surface === 'envelope' ? operation.changes : operation.surface === 'rest' && operation.method !== 'GET',
    );
    const known = new Set([...CHANGES.map(({ operation }) => operation), ...Object.keys(WITHOUT_CHANGE)]);
    expect(changing.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  });

  it.each(CHANGES)('$operation writes one event for each change, or has a reason for none', async (one) => {
    const before = await events();
    // includes the rows of the objects that the case needs, which cause events too
    const rows = (await auditedRows(world.server, () => rowsOfCase(world, one))).filter(
      (row) => (row.before ?? row.after) !== null,
    );
    const types = rows.map(({ subject, outcome }) => changeEventType(subject, outcome));
    expect(rows.filter((_row, index) => types[index] === undefined)).toEqual([]);
    const written = (await events()).slice(before.length).map(({ type }) => INSTEAD[type] ?? type);
    expect(written.sort()).toEqual(types.filter(isChangeEvent).sort());
  });
});

function events(): Promise<{ type: string }[]> {
  return world.server.db.sql(`select type from outbox_events where stream like 'update:%' order by event_id`);
}
