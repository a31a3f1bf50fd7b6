import {
  DECISION_RULES,
  DECLINE_REASONS,
  type ExplainableDecision,
  explainDecision,
  LANGUAGES,
  type LanguageCode,
} from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { decideWith, type FactsChange } from '../../../testing/decisions/authorization-facts.ts';
import { changesBefore, explainableDecision } from '../../../testing/decisions/explainable-decisions.ts';
import { declinedByRule, OWN_RULE_DECLINES } from '../../../testing/decisions/own-rule-decisions.ts';
import { seededRandom } from '../../../testing/random.ts';
import { messageFor, REFUSALS } from '../../../testing/requests/refusals.ts';
import { RULES } from '../decision/rules/index.ts';

/** Approvals with something to explain, and the later state of their reservations. */
const APPROVALS: readonly { what: string; change: FactsChange; since?: 'reserved' | 'ended' }[] = [
  { what: 'an approval', change: {}, since: 'reserved' },
  { what: 'an approval of cash abroad', change: { isCash: true, entry: 'CHIP', message: { country: 'FR' } } },
  { what: 'an approval without a check of funds', change: { account: { fundsCheck: false, availableMinor: -5n } } },
  {
    what: 'an approval that uses up a switch, under limits',
    change: { settings: { ecomStatus: 'ON_FOR_ONE', dailyLimit: '500.00', limit2: '92.00' } },
    since: 'ended',
  },
];
const ENDINGS = [
  { kind: 'DUPLICATE_REFUSED', amount_minor: '9999', at: '2026-11-20T08:05:00.000Z' },
  { kind: 'REVERSAL', amount_minor: '4000', at: '2026-11-20T12:00:00.000Z' },
  { kind: 'COMPLETION', amount_minor: '3181', at: '2026-11-21T07:30:00.000Z' },
  { kind: 'EXPIRY', amount_minor: '2000', at: '2026-11-27T08:00:00.000Z' },
];

function explain(what: string, facts: ExplainableDecision, language: LanguageCode): string {
  const lines = explainDecision(facts, language).sentences.map(({ about, text }) => `- ${about}: ${text}`);
  return [`## ${facts.rule}: ${what}`, '', ...lines, ''].join('\n');
}

function everySentence(language: LanguageCode): string {
  return [
    ...REFUSALS.map((refusal) => {
      const decision = decideWith(messageFor(refusal) ?? {}, refusal.breaks);
      expect(decision.reason).toBe(refusal.reason);
      return explain(refusal.what, explainableDecision(decision, { history: changesBefore(refusal.breaks) }), language);
    }),
    ...OWN_RULE_DECLINES.map((declined) => explain(declined.what, declinedByRule(declined), language)),
    ...APPROVALS.map(({ what, change, since }) =>
      explain(
        what,
        explainableDecision(decideWith(change), {
          ...(since === 'reserved' && { reserved_minor: '9181' }),
          ...(since === 'ended' && { events: ENDINGS }),
        }),
        language,
      ),
    ),
    ...['MASTER_OFF', 'INSUFFICIENT_FUNDS', 'APPROVED'].map((reason) => {
      const refusal = REFUSALS.find((each) => each.reason === reason);
      const decision = decideWith((refusal && messageFor(refusal)) ?? {}, refusal?.breaks ?? {});
      return explain('a preview', explainableDecision(decision, { is_preview: true }), language);
    }),
  ].join('\n');
}

describe('the sentences of a decision', () => {
  it('exist for every evaluated rule, and for every reason to decline', () => {
    expect(DECISION_RULES).toEqual(RULES.map(({ name }) => name));
    // an advice is declined by the network, so no refusal of a rule has this reason
    const declined = [...REFUSALS.map(({ reason }) => reason), 'NETWORK_DECLINED'];
    expect([...DECLINE_REASONS].sort()).toEqual([...new Set(declined)].sort());
  });

  it.each(LANGUAGES)('match the reviewed file, for every rule and outcome, in %s', async (language) => {
    await expect(everySentence(language)).toMatchFileSnapshot(`decision-sentences.${language}.md`);
  });

  it('have the same number and subjects in every language', () => {
    const subjects = (language: LanguageCode) => everySentence(language).match(/^(##|- \w+:)/gm);
    expect(subjects('ar')).toEqual(subjects('en'));
  });
});

/** Matches identifiers of the code, and missing values. */
const MACHINE_WORDS = /undefined|null|NaN|\[object|[a-z][A-Z]|[A-Z]{2,}_|_[A-Z]|[a-z]_[a-z]|Invalid Date|[${}]|#/;
/** Arabic sentences may contain Latin letters only in isolated names from outside. */
const LATIN = /[A-Za-z]/;

describe('the sentences of any trace, even of another version', () => {
  const cardNumber = '4000001000000018';
  const at = '2026-11-14T08:00:00.000Z';
  const CURRENCIES = [null, { code: 'AED', digits: 2 }, { code: 'KWD', digits: 3 }, { code: 'JPY', digits: 0 }];
  const values = ['', null, true, false, 0, 3, 12, 118, '-1', '0', '2500', '99999999999999', '3012', 'x', 'FR', '001'];
  const states = ['ecom:OFF', 'ecom:OFF master:OFF cash:ON_FOR_ONE', 'ANY- ATM+ INTERNATIONAL-', 'new:OFF'];

  it.each(LANGUAGES)('have no missing value, no identifier of the code and no card number in %s', (language) => {
    const random = seededRandom(18);
    const base = explainableDecision(decideWith());
    const texts = values.filter((value) => typeof value === 'string');
    const conditionTrace = OWN_RULE_DECLINES.flatMap((declined) => declinedByRule(declined).own_rule.looked_at);
    const reasons = [...DECLINE_REASONS, 'APPROVED', 'A_LATER_REASON'];
    for (let turn = 0; turn < 2_000; turn++) {
      const rule = random.pick(reasons);
      const steps = RULES.slice(0, random.from(0, RULES.length));
      const trace = steps.map(({ name, labels }) => ({
        rule: random.from(0, 20) === 0 ? 'LATER_RULE' : name,
        saw: Object.fromEntries(
          labels
            .slice(0, random.from(0, labels.length))
            .map((label) => [label, random.pick(label === 'states' || label === 'in_force' ? states : values)]),
        ),
      }));
      const facts: ExplainableDecision = {
        ...base,
        rule,
        action_code: rule === 'APPROVED' ? '00' : '57',
        trace,
        is_preview: random.pick([true, false]),
        amount_minor: random.pick(['0', '5', '123456789', null]),
        currency: random.pick(CURRENCIES),
        card_number: random.pick([null, cardNumber, '400000XXXXXX0018']),
        place: random.pick([null, '', `PAID WITH ${cardNumber} HERE         AE`, `${'سوق دبي'.padEnd(38)}AE`]),
        reserved_minor: random.pick([null, '100']),
        own_rule: {
          looked_at: [random.pick(conditionTrace), { ...random.pick(conditionTrace), value: random.pick(texts) }],
          since: random.pick([null, { at, by: cardNumber }]),
        },
        history: [{ at, by: null, kind: 'settings', fields: { ecomStatus: 'OFF', dailyLimit: '1.00' } }],
      };
      const { sentences } = explainDecision(facts, language);
      const faults = sentences.flatMap(({ text }) => {
        const withoutIsolates = text.replace(/[\u2066\u2068][^\u2069]*\u2069/g, '');
        const isGood = !/\d{12}/.test(text) && !MACHINE_WORDS.test(text) && /\.$/.test(text);
        return isGood && !(language === 'ar' && LATIN.test(withoutIsolates)) ? [] : [text];
      });
      expect(faults, `turn ${turn}`).toEqual([]);
    }
  });
});
