import type { ForeignUse } from '../../../card-settings/card-settings.ts';
import { isCardPresent } from '../channel.ts';
import { isForeign } from './foreign.ts';
import type { Rule } from './rule.ts';

/**
 * 57: the card is used abroad, and no setting of the account allows that
 * (docs/interface/card-settings.md#abroad).
 */
export const foreignUseRule: Rule = {
  name: 'FOREIGN_USE',
  labels: ['card_present_abroad', 'country', 'allowed_by'],
  evaluate(facts, message, now) {
    const applies = isCardPresent(message.channel) && isForeign(facts, message);
    const by = applies ? allowedBy(facts.account.settings.foreign, message.country, now) : null;
    const saw = [applies, message.country ?? null, by];
    if (!applies || by !== null) return { saw };
    return { saw, refuse: { actionCode: '57', reason: 'CP_FOREIGN_OFF' } };
  },
};

function allowedBy(use: ForeignUse, country: string | undefined, now: Date): string | null {
  if (!use.isSet) return 'default';
  if (use.any) return 'any';
  if (country !== undefined && use.countries.includes(country)) return 'country';
  const { window } = use;
  return window !== undefined && now.getTime() >= window.fromMs && now.getTime() < window.untilMs ? 'window' : null;
}
