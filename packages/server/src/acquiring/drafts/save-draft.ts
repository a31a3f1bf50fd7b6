import { isJsonObject, type JsonObject, MAX_DRAFTS, MAX_OF_DRAFT, Merchant, saveDraft } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import { maskMerchantNumbers } from '../records/mask-merchant-numbers.ts';
import { toAuditedDraft, toDraftResponse } from './draft-response.ts';
import { countDrafts, type DraftRow, findDraft, storeDraft } from './draft-store.ts';

interface Deps {
  readonly rulesOf: (acquirerId: string) => OnboardingRules | undefined;
}

/**
 * Saves a merchant that is not complete (docs/interface/merchant-drafts.md). A repeat by the same caller with the same
 * content gets the same answer.
 */
export function saveDraftOperation({ rulesOf }: Deps) {
  return implementRest(saveDraft, async ({ tx, caller, now, audit }, { params: { draftId }, body }) => {
    const calling = callerAcquirer(caller);
    if (!calling.ok) return calling;
    const acquirerId = calling.value;
    const rules = rulesOf(acquirerId);
    if (rules === undefined) return fail('wrong_bank', { message: 'This acquirer is not configured on this server' });
    const merchant = readMerchant(body.merchant, rules);
    if (!merchant.ok) return merchant;
    const { value, record } = merchant.value;
    const before = await findDraft(tx, acquirerId, draftId);
    if (before !== undefined && isRepeat(before, record, caller.clientId, body.version ?? 0)) {
      return ok({ body: toDraftResponse(before) });
    }
    if (before === undefined && (await countDrafts(tx, acquirerId)) >= MAX_DRAFTS) {
      return fail('state_forbids', {
        message: `There are ${MAX_DRAFTS} drafts already: delete one that is not needed`,
      });
    }
    const saved = { record, at: now, by: caller.clientId, ...namesOf(value) };
    const stored =
      before === undefined && (body.version ?? 0) > 0
        ? undefined
        : await storeDraft(tx, acquirerId, draftId, saved, body.version ?? 0);
    if (stored === undefined) {
      return fail('changed_meanwhile', { message: 'The draft was saved or deleted since it was read: read it again' });
    }
    audit(
      acquirerLog(acquirerId),
      `draft:${draftId}`,
      before === undefined ? 'created' : 'saved',
      {},
      { before: before ? toAuditedDraft(before) : null, after: toAuditedDraft(stored) },
    );
    return ok({ body: toDraftResponse(stored) });
  });
}

function readMerchant(merchant: unknown, { cardNumberRanges }: OnboardingRules) {
  const path = 'merchant';
  if (!isJsonObject(merchant as JsonObject)) {
    return fail('value_not_allowed', { path, message: 'must be an object' });
  }
  const masked = maskMerchantNumbers(Merchant, merchant as JsonObject, path, cardNumberRanges);
  if (masked.record.length <= MAX_OF_DRAFT) return ok(masked) satisfies Result<typeof masked, never>;
  return fail('wrong_length', { path, message: `must have at most ${MAX_OF_DRAFT} characters as JSON` });
}

function isRepeat(before: DraftRow, record: string, by: string, version: number): boolean {
  return before.version === version + 1 && before.saved_by === by && before.record === record;
}

/** Returns the id and the name for the list of drafts, if they are filled in and valid. */
function namesOf({ merchantId, merchantName }: JsonObject) {
  const text = (value: unknown, most: number) =>
    typeof value === 'string' && value !== '' && [...value].length <= most ? value : null;
  return { merchantId: text(merchantId, 25), merchantName: text(merchantName, 100) };
}
