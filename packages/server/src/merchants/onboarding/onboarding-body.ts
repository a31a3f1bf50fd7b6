import type { Warning } from '@cardwright/contract';
import type { Caller } from '../../access/index.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';
import type { BodyReader } from '../../operation/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import { checkOnboarding } from './check-onboarding.ts';
import type { CheckedOnboarding } from './onboarding-parts.ts';
import type { OnboardingThread } from './onboarding-thread.ts';

const LIMIT_BYTES = 16 * 1024 * 1024;
/** Below this size, parsing takes a few milliseconds, and the worker thread is not worth its overhead. */
const MOST_INLINE_BYTES = 32 * 1024;
/** At most this many warnings: a request of thousands of merchants could have very many. */
const MOST_WARNINGS = 200;

/** Reads the body of an onboarding request. Large ones are read on a worker thread. */
export function createOnboardingBodyReader(
  thread: OnboardingThread,
  rulesOf: (acquirerId: string) => OnboardingRules | undefined,
): BodyReader<CheckedOnboarding> {
  return {
    limitBytes: LIMIT_BYTES,
    async read({ contentType, raw }, caller) {
      const rules = rulesFor(caller, rulesOf);
      if (!rules.ok) return rules;
      const isLarge = Buffer.isBuffer(raw) && raw.length > MOST_INLINE_BYTES;
      const checked = isLarge
        ? await thread.check(contentType, raw, rules.value)
        : checkOnboarding(contentType, raw, rules.value);
      if (!checked.ok) return checked;
      return ok({ content: checked.value, findings: [], warnings: tolerated(checked.value) });
    },
  };
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
 * Warnings for the acquirer's list and the counter, without list positions: otherwise each merchant would be listed
 * separately.
 */
function tolerated({ warnings, merchants }: CheckedOnboarding): Warning[] {
  const all: Warning[] = [...warnings];
  for (const merchant of merchants) {
    if (all.length >= MOST_WARNINGS) break;
    all.push(...merchant.warnings);
  }
  return all.slice(0, MOST_WARNINGS).map(({ path, rule }) => ({ path: path.replace(/\[\d+\]/g, '[]'), rule }));
}
