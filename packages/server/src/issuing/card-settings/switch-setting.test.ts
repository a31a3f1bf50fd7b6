import { describe, expect, it } from 'vitest';
import { isSpent, type SwitchTexts, switchResponse, updatedSwitch } from './switch-setting.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');
const PAST = '2026-11-20T08:00:00.000Z';
const AHEAD = '2026-11-20T08:00:00.001Z';
const LATER = '2026-11-21T08:00:00.000Z';
const STATUSES = [undefined, 'ON', 'OFF', 'ON_FOR_ONE', 'ON_UNTIL', '999'];

const texts = (status?: string, time?: string): SwitchTexts => ({ status, time });
const respond = (status?: string, time?: string) => switchResponse(texts(status, time), NOW);
const updated = (before: SwitchTexts, status?: string, time?: string) =>
  updatedSwitch(before, texts(status, time), NOW);

describe('the response for a switch', () => {
  it.each(STATUSES)('shows a switch that is stored as %s with an expired time as OFF', (status) => {
    expect(respond(status, PAST)).toEqual({ status: 'OFF', time: PAST });
  });

  it.each([
    [undefined, 'ON_UNTIL'],
    ['ON', 'ON_UNTIL'],
    ['OFF', 'ON_UNTIL'],
    ['ON_UNTIL', 'ON_UNTIL'],
    ['ON_FOR_ONE', 'ON_FOR_ONE'],
    ['999', '999'],
  ])('shows a switch that is stored as %s with a future time as %s', (status, expected) => {
    expect(respond(status, AHEAD)).toEqual({ status: expected, time: AHEAD });
  });
});

describe('an update of a switch', () => {
  it.each([
    ['clearing a time that is over leaves OFF', texts('OFF', PAST), undefined, '', 'OFF', undefined],
    ['a status ends a time that is over', texts('OFF', PAST), 'ON', undefined, 'ON', undefined],
    ['a new time takes it up again', texts('OFF', PAST), undefined, LATER, 'ON_UNTIL', LATER],
    ['a status next to a repeated time that has passed ends it', texts('OFF', PAST), 'ON', PAST, 'ON', undefined],
    ['ON_UNTIL beside a repeated time that is over changes nothing', texts('OFF', PAST), 'ON_UNTIL', PAST, 'OFF', PAST],
    ['another status ends the time', texts('ON_UNTIL', AHEAD), 'OFF', undefined, 'OFF', undefined],
    ['the same status keeps it', texts('ON_FOR_ONE', AHEAD), 'ON_FOR_ONE', undefined, 'ON_FOR_ONE', AHEAD],
    ['ON_UNTIL keeps it', texts('ON_FOR_ONE', AHEAD), 'ON_UNTIL', undefined, 'ON_UNTIL', AHEAD],
    ['a time makes OFF ON_UNTIL', texts('OFF'), undefined, LATER, 'ON_UNTIL', LATER],
    ['a time makes what was never set ON_UNTIL', texts(), undefined, LATER, 'ON_UNTIL', LATER],
    ['a time leaves ON_FOR_ONE', texts('ON_FOR_ONE'), undefined, LATER, 'ON_FOR_ONE', LATER],
    ['a time leaves a number', texts('999'), undefined, LATER, '999', LATER],
    ['OFF with a time is ON_UNTIL', texts('ON'), 'OFF', LATER, 'ON_UNTIL', LATER],
    ['clearing the time of ON_FOR_ONE leaves it', texts('ON_FOR_ONE', AHEAD), undefined, '', 'ON_FOR_ONE', undefined],
    ['clearing the status clears the time', texts('999', AHEAD), '', undefined, undefined, undefined],
  ])('%s', (_what, before, status, time, nextStatus, nextTime) => {
    expect(updated(before, status, time)).toEqual({ status: nextStatus, time: nextTime });
  });

  const BEFORE = STATUSES.flatMap((status) => [undefined, PAST, AHEAD].map((time) => respond(status, time)));
  const SENT = [...STATUSES, ''].flatMap((status) =>
    [undefined, '', PAST, AHEAD, LATER].map((time) => texts(status, time)),
  );

  it('changes nothing if it repeats the shown values or some of them', () => {
    for (const before of BEFORE) {
      if (before.status === undefined) continue;
      expect(updated(before, before.status, before.time)).toEqual(before);
      expect(updated(before, before.status)).toEqual(before);
      if (before.time !== undefined) expect(updated(before, undefined, before.time)).toEqual(before);
    }
  });

  it('results in the shown values, and changes nothing when repeated', () => {
    for (const before of BEFORE) {
      for (const { status, time } of SENT) {
        // an expired time is refused unless it repeats the stored one; ON_UNTIL needs a time in the future
        if (time === PAST && !isSpent(before, time, NOW)) continue;
        const after = updated(before, status, time);
        if (after.status === 'ON_UNTIL' && (after.time === undefined || after.time === PAST)) continue;
        expect(switchResponse(after, NOW)).toEqual(after);
        if (time !== PAST) expect(updated(after, status, time)).toEqual(after);
      }
    }
  });
});
