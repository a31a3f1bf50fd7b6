import { overridePromises } from '@cardwright/contract';
import { isSamePerson } from '../../../platform/access/index.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { cleanTexts, implementRest } from '../../../platform/operation/index.ts';
import type { BankDirectory } from '../../banks/index.ts';
import type { DecisionReader } from '../decision-reader.ts';
import { findMoving, mustBe } from '../move-version.ts';
import { readStanding, toCheckResponse } from './promise-check.ts';
import { storeOverride } from './promise-check-store.ts';

/**
 * Lets a proposal be approved that does not keep all promises. The caller has to be someone other than the author and
 * the proposer, and has to have read the check (docs/interface/promises.md#override).
 */
export function overridePromisesOperation(banks: BankDirectory, decisions: DecisionReader) {
  return implementRest(overridePromises, async (context, { params, body }) => {
    const { tx, caller, now, audit } = context;
    const moving = await findMoving(context, banks, params.rule_id, body.version);
    if (!moving.ok) return moving;
    const { bankId, rule, version } = moving.value;
    const subject = `rule:${rule.name}`;
    const refusal = mustBe(moving.value, 'PROPOSED');
    if (refusal !== undefined) return refusal;
    if (await isSamePerson(tx, bankId, caller.clientId, [version.created_by, version.proposed_by])) {
      return fail('state_forbids', {
        subject,
        message: 'The author or proposer of a version cannot override its check',
      });
    }
    const bank = requireValue(banks.bank(bankId), 'the bank of a caller');
    const standing = await readStanding({ tx, bank, now }, decisions, moving.value);
    const { check } = standing;
    if (check?.check_id !== body.check_id) return stale(subject);
    if (check.state === 'KEPT' || check.overridden_at !== null) {
      return fail('state_forbids', { subject, message: 'The check does not block the approval' });
    }
    const { reason } = cleanTexts(overridePromises, body, context);
    const override = { checkId: body.check_id, at: now, by: caller.clientId, reason };
    if (!(await storeOverride(tx, bankId, version, override))) return stale(subject);
    const after = toCheckResponse(moving.value, {
      ...standing,
      check: { ...check, overridden_at: now, overridden_by: caller.clientId, override_reason: reason },
    });
    const broken = after.promises.filter(({ state }) => state !== 'KEPT').map(({ name }) => name);
    audit(
      bankId,
      subject,
      'promises overridden',
      { version: version.version, check_id: check.check_id, promises: broken, reason },
      {
        before: { overridden_by: null },
        after: { overridden_by: caller.clientId },
        event: () => ({
          object: { kind: 'rule', id: rule.rule_id, version: version.version },
          before: { overridden_by: null },
          after: { overridden_by: caller.clientId, promises: broken },
        }),
      },
    );
    return ok({ body: after });
  });
}

function stale(subject: string) {
  return fail('changed_meanwhile', { subject, message: 'The check is not the current one: it has to be read again' });
}
