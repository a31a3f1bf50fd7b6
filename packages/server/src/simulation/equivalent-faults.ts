/** A change of a rule that changes no behaviour, and why. */
interface EquivalentFault {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

const SHORTCUT = 'a shortcut: without it the same is found, later';
const FOR_TYPES = 'for the type alone: nothing is not in a list, and an amount is never more than nothing';

const inFile = (file: string, changes: readonly (readonly [from: string, to: string, because: string])[]) =>
  changes.map(([from, to, because]): EquivalentFault => ({ file, from, to, because }));

/** Looked at one by one. One that is found after all, or is not there any more, fails the run. */
export const EQUIVALENT_FAULTS: readonly EquivalentFault[] = [
  ...inFile('authorization/account-state.ts', [
    [
      'spent.length === 0 ? account.settings : spendSwitches(account.settings, spent)',
      'spendSwitches(account.settings, spent)',
      SHORTCUT,
    ],
    ['!account.settings.waitsForOne', 'false', SHORTCUT],
    [
      'ended.countedBackMinor === 0n ? account.counters : giveBack(account.counters, windows, ended.countedBackMinor, { calendar, countedAt, now })',
      'giveBack(account.counters, windows, ended.countedBackMinor, { calendar, countedAt, now })',
      SHORTCUT,
    ],
  ]),
  ...inFile('authorization/channel.ts', [
    ['letters === undefined ? undefined : countryCode(letters)', 'countryCode(letters)', 'no letters stay none'],
  ]),
  ...inFile('authorization/decide.ts', [
    [
      '!hasCard(facts)',
      'false',
      'what is thrown there is for a fault of the server: no facts come so far without a card',
    ],
  ]),
  ...inFile('authorization/rules/covering-switches.ts', [
    ['name === undefined', 'false', 'no switch has no name, so none is found'],
  ]),
  ...inFile('authorization/rules/foreign-use.ts', [
    ['country !== undefined && use.countries.includes(country)', 'use.countries.includes(country)', FOR_TYPES],
  ]),
  ...inFile('authorization/rules/merchant-group.ts', [
    [
      'id === undefined ? undefined : facts.bank.cardControl.merchantGroups.get(id)',
      'facts.bank.cardControl.merchantGroups.get(id)',
      'no group has no id',
    ],
    ['id ?? null', 'id', 'where there is a group there is an id'],
  ]),
  ...inFile('authorization/rules/restrictions.ts', [
    ['entries.length === 0 ? [] : RESTRICTION_TYPES', 'RESTRICTION_TYPES', SHORTCUT],
    ['country !== undefined && countries.includes(country)', 'countries.includes(country)', FOR_TYPES],
  ]),
  ...inFile('authorization/rules/switches.ts', [
    ["name === 'cardPresent' && allowBelow && most !== undefined", "name === 'cardPresent' && allowBelow", FOR_TYPES],
  ]),
  ...inFile('authorization/rules/transaction-limits.ts', [
    ['limit !== undefined && message.billingMinor > limit', 'message.billingMinor > limit', FOR_TYPES],
  ]),
];
