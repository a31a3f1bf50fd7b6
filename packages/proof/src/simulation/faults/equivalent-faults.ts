import { type EquivalentFault, FOR_TYPES, inFile, SHORTCUT } from '../one-equivalent-fault.ts';
import { EQUIVALENT_IN_KERNEL } from './equivalent-in-kernel.ts';
import { EQUIVALENT_IN_SETTINGS } from './equivalent-in-settings.ts';

const OPENED = 'every history begins with the opening of its account, which sets it';

const COMPUTED_ONCE = 'a shortcut: without it the same is made again';

const NOT_IN_LIST = 'an effect that is not in the list is the loosest, too';

const USED_WHERE_SET = 'for the type alone: it is asked only where that is set';

/**
 * Equivalent faults in the files that decide. Each one was examined. The run fails if the simulation finds one of them,
 * or if it no longer exists.
 */
export const EQUIVALENT_FAULTS: readonly EquivalentFault[] = [
  ...EQUIVALENT_IN_SETTINGS,
  ...EQUIVALENT_IN_KERNEL,
  ...inFile('issuing/authorization/decision/account-state.ts', [
    [
      'usedSwitches.length === 0 ? account.settings : spendSwitches(account.settings, usedSwitches)',
      'spendSwitches(account.settings, usedSwitches)',
      SHORTCUT,
    ],
    ['!account.settings.waitsForOne', 'false', SHORTCUT],
    [
      'ending.countedBackMinor === 0n ? account.counters : releaseUse(account.counters, windows, ending.countedBackMinor, { calendar, countedAt, now })',
      'releaseUse(account.counters, windows, ending.countedBackMinor, { calendar, countedAt, now })',
      SHORTCUT,
    ],
  ]),
  ...inFile('issuing/tokens/provisioning/decide-provisioning.ts', [
    ['{ ...own, reason: undefined, trace }', '{ ...own, trace }', 'for the type alone: no other outcome has a reason'],
    [
      'byBank?.outcome !== undefined && byBank.rule !== undefined',
      'byBank?.outcome !== undefined',
      'for the type alone: a rule that decides has a name',
    ],
    [
      'score !== undefined && score < LOWEST_TRUSTED_SCORE',
      'score < LOWEST_TRUSTED_SCORE',
      'for the type alone: no score is not lower than another',
    ],
  ]),
  ...inFile('issuing/tokens/provisioning/bank-rules.ts', [
    ["'approve'", '"approve_"', NOT_IN_LIST],
    ["['approve', 'require_code', 'decline']", "['require_code', 'decline']", NOT_IN_LIST],
  ]),
  ...inFile('issuing/authorization/decision/channel.ts', [
    ['letters === undefined ? undefined : countryCode(letters)', 'countryCode(letters)', 'no letters stay none'],
  ]),
  ...inFile('issuing/authorization/history/replay.ts', [
    ['0n', '1n', OPENED, 'openReplay.account.availableMinor'],
    ['true', 'false', OPENED, 'openReplay.account.fundsCheck'],
    ['earlier ?? undefined', 'earlier', 'for the type alone: null is no plastic either'],
  ]),
  ...inFile('issuing/limits/configured-limits.ts', [
    ['program === undefined || program.limits.length === 0', 'program === undefined', SHORTCUT],
    ['cache.get(program.limits) ?? new Map()', 'new Map()', COMPUTED_ONCE],
    ['cache.set(program.limits, byExponent);', ';', COMPUTED_ONCE],
    ['before !== undefined', 'false', COMPUTED_ONCE],
    ['byExponent.set(exponent, of);', ';', COMPUTED_ONCE],
    ['ownLimits.length === 0 ? undefined : ownLimits', 'ownLimits', 'none is as good as an empty list of them'],
    ["max !== undefined && measure === 'amount'", "measure === 'amount'", FOR_TYPES],
    ['find', 'findLast', 'a name stands once in a program'],
  ]),
  ...inFile('issuing/authorization/decision/rules/covering-switches.ts', [
    ['name === undefined', 'false', 'no switch has no name, so none is found'],
  ]),
  ...inFile('issuing/authorization/decision/rules/foreign-use.ts', [
    ['country !== undefined && use.countries.includes(country)', 'use.countries.includes(country)', FOR_TYPES],
  ]),
  ...inFile('issuing/authorization/decision/rules/limits.ts', [
    [
      'conditionFacts ??= messageFacts(facts, message, now)',
      'conditionFacts = messageFacts(facts, message, now)',
      COMPUTED_ONCE,
    ],
    ["endsAtMs ?? ''", 'endsAtMs', 'nothing is written as an empty text'],
  ]),
  ...inFile('issuing/authorization/decision/rules/lists-in-force.ts', [
    [
      'lists !== undefined && listsOfLimits(allLimits(account.limits ?? NO_LIMITS)).length > 0',
      'listsOfLimits(allLimits(account.limits ?? NO_LIMITS)).length > 0',
      'limits that name lists are never decided without them',
    ],
    ['lists?.edition ?? null', 'lists?.edition', USED_WHERE_SET],
  ]),
  ...inFile('issuing/authorization/decision/rules/merchant-group.ts', [
    [
      'id === undefined ? undefined : facts.bank.cardControl.merchantGroups.get(id)',
      'facts.bank.cardControl.merchantGroups.get(id)',
      'no group has no id',
    ],
    ['id ?? null', 'id', 'where there is a group there is an id'],
  ]),
  ...inFile('issuing/authorization/decision/rules/bank-rules.ts', [
    ['facts.ownRules === undefined', 'false', USED_WHERE_SET],
  ]),
  ...inFile('issuing/authorization/decision/rules/program-in-force.ts', [
    ['program?.productCode ?? null', 'program?.productCode', USED_WHERE_SET],
    ['program?.version ?? null', 'program?.version', USED_WHERE_SET],
  ]),
  ...inFile('issuing/authorization/decision/rules/restrictions.ts', [
    ['entries.length === 0 ? [] : RESTRICTION_TYPES', 'RESTRICTION_TYPES', SHORTCUT],
    ['country !== undefined && countries.includes(country)', 'countries.includes(country)', FOR_TYPES],
  ]),
  ...inFile('issuing/authorization/decision/rules/switches.ts', [
    [
      "name === 'cardPresent' && allowBelow && maxMinor !== undefined",
      "name === 'cardPresent' && allowBelow",
      FOR_TYPES,
    ],
  ]),
  ...inFile('issuing/authorization/decision/rules/transaction-limits.ts', [
    ['limit !== undefined && message.billingMinor > limit', 'message.billingMinor > limit', FOR_TYPES],
  ]),
];
