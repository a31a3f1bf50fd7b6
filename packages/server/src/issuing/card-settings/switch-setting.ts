import type { Switch, SwitchStatus } from '@cardwright/contract';

/** One switch as stored, and its state at a time (docs/interface/card-settings.md#until). Pure. */
export interface SwitchSetting {
  readonly status: SwitchStatus;
  /** In milliseconds since 1970. */
  readonly onUntilMs: number | undefined;
}

/** Status and time of a switch as texts; undefined if not set. */
export interface SwitchTexts {
  readonly status: string | undefined;
  readonly time: string | undefined;
}

const WITHOUT_TIME: Readonly<Record<SwitchStatus, SwitchSetting>> = {
  ON: { status: 'ON', onUntilMs: undefined },
  OFF: { status: 'OFF', onUntilMs: undefined },
  ON_FOR_ONE: { status: 'ON_FOR_ONE', onUntilMs: undefined },
  ON_UNTIL: { status: 'ON_UNTIL', onUntilMs: undefined },
};
export const SWITCHED_OFF = WITHOUT_TIME.OFF;

/**
 * Reads the stored form of a switch. A switch with a time is on until then and off after, whatever its stored status;
 * only ON_FOR_ONE keeps its meaning until then. Settings that older versions stored therefore keep their meaning.
 */
export function toSwitch({ status, time }: SwitchTexts): SwitchSetting | undefined {
  if (status === undefined && time === undefined) return undefined;
  const requestedStatus = status === undefined || isNumber(status) ? 'ON' : (status as SwitchStatus);
  if (time === undefined) return WITHOUT_TIME[requestedStatus];
  return { status: requestedStatus === 'ON_FOR_ONE' ? requestedStatus : 'ON_UNTIL', onUntilMs: Date.parse(time) };
}

/** Returns the state of a switch at a time. */
export function stateOf({ status, onUntilMs }: SwitchSetting, now: Date): SwitchStatus {
  if (onUntilMs === undefined) return status === 'ON_UNTIL' ? 'OFF' : status;
  return now.getTime() >= onUntilMs ? 'OFF' : status;
}

/** Returns status and time for answers. A cash status that was sent as a number stays a number while it is on. */
export function switchResponse(stored: SwitchTexts, now: Date): SwitchTexts {
  const setting = toSwitch(stored);
  if (setting === undefined) return stored;
  const state = stateOf(setting, now);
  const isUnchanged = stored.status !== undefined && isNumber(stored.status) && state !== 'OFF';
  return { status: isUnchanged ? stored.status : state, time: stored.time };
}

/**
 * Returns the switch after an update that names its status, its time, or both; an empty text clears one. The update has
 * passed all checks. A value that repeats the shown one changes nothing. A new status without a time removes the time.
 * @param current the output of {@link switchResponse}
 */
export function updatedSwitch(current: SwitchTexts, requested: SwitchTexts, now: Date): SwitchTexts {
  const { status, time } = requested;
  if (isSpent(current, time, now)) {
    // repeating an expired time changes nothing, and neither does the ON_UNTIL that once belonged to it
    return updatedSwitch(current, { status: status === 'ON_UNTIL' ? current.status : status, time: undefined }, now);
  }
  if (time === undefined) {
    if (status === undefined || status === current.status) return current;
    if (status === 'ON_UNTIL') return { status, time: current.time };
    return { status: status || undefined, time: undefined };
  }
  const base = status === undefined ? current.status : status || undefined;
  if (time === '') return { status: base, time: undefined };
  const isUnchanged = base !== undefined && (base === 'ON_FOR_ONE' || isNumber(base));
  return { status: isUnchanged ? base : 'ON_UNTIL', time };
}

/** Whether the sent time repeats the shown time, and that time has passed. */
export function isSpent(current: SwitchTexts, time: string | undefined, now: Date): boolean {
  return !!time && isSameInstant(time, current.time) && Date.parse(time) <= now.getTime();
}

/** Whether two texts name the same instant, in whatever format. */
export function isSameInstant(one: string, other: string | undefined): boolean {
  return other !== undefined && Date.parse(one) === Date.parse(other);
}

function isNumber(status: string): boolean {
  return /^\d+$/.test(status);
}

/** Returns the names of the fields of a switch. */
export function switchFields<const Name extends Switch>(name: Name) {
  return [`${name}Status`, `${name}OnUntil`] as const;
}
