import { type EquivalentFault, inFile, SHORTCUT } from '../one-equivalent-fault.ts';

const NO_TIME = 'for the type alone: no time is no instant, which is neither before nor after another';
const NO_NUMBER = 'for the type alone: no status is no number';
const ORDER = 'asked is only whether any of them is set';
const CHECKED = 'a time that is over or empty passes the checks only where it repeats the stored one';
const OVER = 'the value of a counter is not read after its window ends';
const CLEARED = 'an empty text and none at all both clear a field';

/** Equivalent faults in card settings. */
export const EQUIVALENT_IN_SETTINGS: readonly EquivalentFault[] = [
  ...inFile('issuing/card-settings/card-settings.ts', [
    ['text !== undefined', 'true', 'a limit of no amount is no limit'],
    ['false', 'true', 'where nothing was set, nothing else is asked', 'NOTHING_FOREIGN.any'],
    ['[any, specific, countries, start, end]', '[specific, any, countries, start, end]', ORDER],
    ['[any, specific, countries, start, end]', '[any, countries, specific, start, end]', ORDER],
    ['[any, specific, countries, start, end]', '[any, specific, start, countries, end]', ORDER],
    ['[any, specific, countries, start, end]', '[any, specific, countries, end, start]', ORDER],
    ['{ ...settings, switches, waitsForOne: waitsForOne(switches) }', '{ ...settings, switches }', SHORTCUT],
    ['0', '1', 'without limits there are no decimals', 'NO_SETTINGS'],
  ]),
  ...inFile('issuing/card-settings/check-patch.ts', [
    [
      'current.time !== undefined && Date.parse(current.time) > now.getTime()',
      'Date.parse(current.time) > now.getTime()',
      NO_TIME,
    ],
    [
      'input[START] === undefined && input[END] === undefined',
      'false',
      'a shortcut: what is stored was checked when it was stored',
    ],
    [
      'groups.size === 0 || (input[GROUP_ID] === undefined && input[GROUP_NAME] === undefined)',
      'groups.size === 0',
      SHORTCUT,
    ],
    ['id && groups.get(id)?.name === name', 'groups.get(id)?.name === name', 'no group has no id'],
  ]),
  ...inFile('issuing/card-settings/counters.ts', [
    ['0n', '1n', OVER, 'NOTHING.minor'],
    ['0', '1', 'a window that ended in 1970 is over, a millisecond later too', 'NOTHING.endsAtMs'],
    ['now.getTime() < endsAtMs', 'now.getTime() <= endsAtMs', OVER, 'releaseUse.isOpen'],
    [
      '!isOpen || calendar.windowEnd(window, countedAt) !== endsAtMs',
      'calendar.windowEnd(window, countedAt) !== endsAtMs',
      OVER,
    ],
    ['counter.minor > minor', 'counter.minor >= minor', 'where both are the same, nothing is left either way'],
  ]),
  ...inFile('issuing/card-settings/settings-response.ts', [
    ['status !== undefined', 'true', 'answers have no field without a value'],
    ["stored.merchantGroupProfileId ?? ''", 'stored.merchantGroupProfileId', 'no group has no id'],
    ["''", '"_"', 'no group has such an id', 'toSettingsResponse.group'],
  ]),
  ...inFile('issuing/card-settings/switch-setting.ts', [
    ['status === undefined || isNumber(status)', 'isNumber(status)', 'with a time alone it is ON_UNTIL all the same'],
    ['stored.status !== undefined && isNumber(stored.status)', 'isNumber(stored.status)', NO_NUMBER],
    ['status || undefined', 'status', CLEARED],
    [
      "base !== undefined && (base === 'ON_FOR_ONE' || isNumber(base))",
      "base === 'ON_FOR_ONE' || isNumber(base)",
      NO_NUMBER,
    ],
    [
      '!!time && isSameInstant(time, current.time) && Date.parse(time) <= now.getTime()',
      'Date.parse(time) <= now.getTime()',
      CHECKED,
    ],
    ['!!time && isSameInstant(time, current.time)', '!!time', CHECKED],
    ['!!time && isSameInstant(time, current.time)', 'isSameInstant(time, current.time)', NO_TIME],
    ['other !== undefined && Date.parse(one) === Date.parse(other)', 'Date.parse(one) === Date.parse(other)', NO_TIME],
  ]),
];
