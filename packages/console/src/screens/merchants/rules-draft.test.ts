import { expect, it } from 'vitest';
import { codeFaults, draftOfRules, isSameRules, rebaseDraft, rulesOfDraft } from './rules-draft.ts';

const RULES = {
  catalogues: { card_schemes: ['AAA', 'BB'], major_card_schemes: ['AAA', 'BB'] },
  restricted_mccs: ['7995', '4829-4834'],
  deny_list_threshold: '0.9',
  submitter_may_decide: true,
  approved_amendments: ['ADDRESS' as const],
};

it('rules are unchanged by a draft of them', () => {
  expect(rulesOfDraft(draftOfRules(RULES))).toEqual(RULES);
  expect(rulesOfDraft(draftOfRules({}))).toEqual({});
  expect(rulesOfDraft(draftOfRules({ approved_amendments: [] }))).toEqual({ approved_amendments: [] });
});

it('a draft is sent without repeated codes and without defaults', () => {
  const draft = {
    ...draftOfRules(RULES),
    'catalogues.card_schemes': ' AAA\nBB;AAA,\n',
    'catalogues.major_card_schemes': '',
    restricted_mccs: ' ',
    deny_list_threshold: ' ',
    submitter_may_decide: false,
    approved_amendments: ['MCC', 'ACCOUNT'] as const,
  };
  expect(rulesOfDraft(draft)).toEqual({ catalogues: { card_schemes: ['AAA', 'BB'] } });
});

it('rules with the same effect are the same', () => {
  expect(isSameRules({}, { deny_list_threshold: 0.85, approved_amendments: ['ACCOUNT', 'MCC'] })).toBe(true);
  expect(isSameRules({ restricted_mccs: ['7995'] }, { restricted_mccs: ['7801'] })).toBe(false);
  expect(isSameRules({}, { deny_list_threshold: 'high' })).toBe(false);
});

it('a draft takes over what changed meanwhile, except in the rules that it edits', () => {
  const draft = { ...draftOfRules(RULES), restricted_mccs: '7995', approved_amendments: ['MCC'] as const };
  const now = { ...RULES, restricted_mccs: ['5933'], deny_list_threshold: '0.8', submitter_may_decide: false };
  expect(rulesOfDraft(rebaseDraft(draft, RULES, now))).toEqual({
    catalogues: RULES.catalogues,
    restricted_mccs: ['7995'],
    deny_list_threshold: '0.8',
    approved_amendments: ['MCC'],
  });
});

it('a fault of a list names the code that it is about', () => {
  const faults = [
    { path: 'catalogues.card_schemes[1]', message: 'first' },
    { path: 'catalogues.card_schemes', message: 'second' },
    { path: 'restricted_mccs[0]', message: 'third' },
  ];
  const found = codeFaults(draftOfRules(RULES), 'catalogues.card_schemes', faults);
  expect(found.map(({ entry, message }) => [entry, message])).toEqual([
    ['BB', 'first'],
    [undefined, 'second'],
  ]);
});
