import type { Warning } from '@cardwright/contract';
import type { Caller } from '../../platform/access/index.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';
import { ByteParts } from '../../platform/kernel/text/byte-parts.ts';
import type { BodyReader } from '../../platform/operation/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import { checkOnboarding } from './check-onboarding.ts';
import type { CheckedOnboarding } from './model/onboarding-parts.ts';
import type { OnboardingLanes, OnboardingSlot } from './onboarding-lanes.ts';

const LIMIT_BYTES = 16 * 1024 * 1024;
/** Up to this size, parsing takes a few milliseconds, and the worker thread is not worth its overhead. */
const MAX_INLINE_BYTES = 32 * 1024;
/** Up to this size, parsing takes less time than starting the thread. No request should wait for the start. */
const MAX_COLD_BYTES = 128 * 1024;

/** Reads the body of an onboarding request when its acquirer has its turn. Reads larger bodies on a worker thread. */
export function createOnboardingBodyReader(
  lanes: OnboardingLanes,
  rulesOf: (acquirerId: string) => OnboardingRules | undefined,
): BodyReader<CheckedOnboarding> {
  return {
    limitBytes: LIMIT_BYTES,
    async read(body, caller, signal) {
      const rules = rulesFor(caller, rulesOf);
      if (!rules.ok) return rules;
      const bytes = Buffer.isBuffer(body.raw) || body.raw instanceof ByteParts ? body.raw.length : 0;
      const entered = await lanes.enter(caller.acquirerId ?? '', bytes, signal);
      if (!entered.ok) return entered;
      const slot = entered.value;
      try {
        const checked = await check(body, rules.value, slot);
        if (!checked.ok) {
          slot.end();
          return checked;
        }
        const { value } = checked;
        return ok({
          content: value,
          findings: [],
          warnings: tolerated(value),
          begin: slot.store,
          end: slot.end,
          omittedWarnings: value.omittedWarnings,
        });
      } catch (error) {
        slot.end();
        throw error;
      }
    },
  };
}

function check(
  { contentType, raw }: { contentType: string | undefined; raw: unknown },
  rules: OnboardingRules,
  slot: OnboardingSlot,
) {
  const body = Buffer.isBuffer(raw) ? ByteParts.of(raw) : raw;
  if (!(body instanceof ByteParts)) return checkOnboarding(contentType, body, rules);
  if (body.length <= MAX_INLINE_BYTES) return checkOnboarding(contentType, body.whole(), rules);
  return body.length <= MAX_COLD_BYTES && !slot.isThreadStarted()
    ? checkOnboarding(contentType, body.whole(), rules)
    : slot.check(contentType, body, rules);
}

function rulesFor(
  { acquirerId }: Caller,
  rulesOf: (acquirerId: string) => OnboardingRules | undefined,
): Result<OnboardingRules, 'wrong_bank'> {
  const rules = acquirerId === undefined ? undefined : rulesOf(acquirerId);
  if (rules !== undefined) return ok(rules);
  return fail('wrong_bank', { message: 'This acquirer is not configured on this server' });
}

/**
 * Returns the warnings for the acquirer's list and the counter. Their paths have no list positions, because otherwise
 * each merchant would be listed separately.
 */
function tolerated({ warnings, merchants }: CheckedOnboarding): Warning[] {
  const all = [...warnings, ...merchants.flatMap((merchant) => merchant.warnings)];
  return all.map(({ path, rule }) => ({ path: path.replace(/\[\d+\]/g, '[]'), rule }));
}
