import { setRestriction } from '@cardwright/contract';
import type { AuditFacts } from '../../platform/audit/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { lockAccount } from '../accounts/index.ts';
import { findCard, isFinal, readCard } from '../cards/index.ts';
import { addRestriction, namesCountries, type Restrictions, toRestriction } from './restriction.ts';
import { restrictionEvent, restrictionEventType } from './restriction-event.ts';
import { countryFindings, endDateFindings } from './restriction-order.ts';
import { readRestrictions } from './restriction-store.ts';
import { storeRestriction } from './store-restriction.ts';

/** The maximum number of entries of a card, because every decision reads them, including pending ones. */
const MAX_ENTRIES = 100;

/**
 * Sets or lifts a restriction (docs/interface/restrictions.md#set). Fails with `state_forbids` for a card that is LOST,
 * STOLEN, CLOSED or REPLACED.
 */
export function setRestrictionOperation(vault: Vault) {
  return implementEnvelope(setRestriction, {
    check: (_bank, body) => countryFindings(body),
    examine: async ({ bank, now }, body) => endDateFindings(body, bank.calendar.localDate(now)),
    async run(context, body) {
      const { tx, bank, now, audit } = context;
      const {
        restriction_type: type,
        isAllowed,
        end_date: endDate,
        allowed_values: requestedValues,
      } = body.restriction;
      const allowedValues = namesCountries(requestedValues) ? requestedValues : undefined;
      // checked only at this point: a request that is repeated after its end date still gets its stored answer
      const findings = endDateFindings(body, bank.calendar.localDate(now));
      if (findings.length > 0) return fail('value_not_allowed', { findings });
      const match = await findCard(tx, vault, bank.bankId, body);
      if (!match.ok) return match;
      const { key } = match.value;
      // authorizations take the same lock: each sees the card entirely before this change or entirely after it
      await lockAccount(tx, bank.bankId, key.account_id);
      const card = await readCard(tx, bank.bankId, key);
      const subject = `card:${card.exid}`;
      if (isFinal(card.status)) {
        return fail('state_forbids', { subject, message: `A ${card.status} card takes no restriction` });
      }
      const restriction = toRestriction({ type, isAllowed, endDate, allowedValues }, bank.calendar);
      const before = await readRestrictions(tx, bank.bankId, key);
      const entries = addRestriction(before, restriction, now);
      if (entries.length > MAX_ENTRIES) {
        return fail('state_forbids', {
          subject,
          message: 'The card has too many entries; one without end_date replaces those of its type',
        });
      }
      await storeRestriction(context, key, entries, { added: restriction, endDate, allowedValues });
      const details = {
        type,
        isAllowed: restriction.isAllowed,
        ...(endDate !== undefined && { endDate }),
        ...(allowedValues !== undefined && { allowedValues }),
      };
      audit(bank.bankId, subject, 'restriction set', details, {
        before: auditFacts(before),
        after: auditFacts(entries),
        type: restrictionEventType(restriction),
        event: () => restrictionEvent(context, card, restriction),
      });
      return ok({});
    },
  });
}

/** Returns the entries in the form that the audit log uses. */
function auditFacts(entries: Restrictions): AuditFacts {
  return {
    restrictions: entries.map(({ endsAtMs, ...entry }) => ({
      ...entry,
      ...(endsAtMs !== undefined && { endsAt: new Date(endsAtMs).toISOString() }),
    })),
  };
}
