import type { Switch, SwitchStatus } from '@cardwright/contract';

/** One switch: what is stored of it, and what it says at a time (docs/interface/card-settings.md#until). Pure. */
export interface SwitchSetting {
  readonly status: SwitchStatus;
  /** In milliseconds since 1970. */
  readonly onUntilMs: number | undefined;
}

/** Status and time of a switch as texts; undefined where there is none. */
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
 * A switch as it is stored. With a time it is on until then and off after, whatever status is stored beside it; only
 * ON_FOR_ONE keeps its meaning until then. So what older versions stored still means what they showed.
 */
export function toSwitch({ status, time }: SwitchTexts): SwitchSetting | undefined {
  if (status === undefined && time === undefined) return undefined;
  const meant = status === undefined || isNumber(status) ? 'ON' : (status as SwitchStatus);
  if (time === undefined) return WITHOUT_TIME[meant];
  return { status: meant === 'ON_FOR_ONE' ? meant : 'ON_UNTIL', onUntilMs: Date.parse(time) };
}

/** What a switch says now. */
export function stateOf({ status, onUntilMs }: SwitchSetting, now: Date): SwitchStatus {
  if (onUntilMs === undefined) return status === 'ON_UNTIL' ? 'OFF' : status;
  return now.getTime() >= onUntilMs ? 'OFF' : status;
}

/** Status and time as answers show them now. A cash status that was given as a number stays one while it is on. */
export function switchResponse(stored: SwitchTexts, now: Date): SwitchTexts {
  const setting = toSwitch(stored);
  if (setting === undefined) return stored;
  const state = stateOf(setting, now);
  const isKept = stored.status !== undefined && isNumber(stored.status) && state !== 'OFF';
  return { status: isKept ? stored.status : state, time: stored.time };
}

/**
 * A switch after an update that names its status, its time, or both; the empty text clears one. The update has passed
 * all checks. A value that repeats what is shown changes nothing; a new status without a time removes the time.
 * @param shown as {@link switchResponse} answers it
 */
export function updatedSwitch(shown: SwitchTexts, sent: SwitchTexts, now: Date): SwitchTexts {
  const { status, time } = sent;
  if (isSpent(shown, time, now)) {
    // repeating an expired time changes nothing, and neither does the ON_UNTIL that once belonged to it
    return updatedSwitch(shown, { status: status === 'ON_UNTIL' ? shown.status : status, time: undefined }, now);
  }
  if (time === undefined) {
    if (status === undefined || status === shown.status) return shown;
    if (status === 'ON_UNTIL') return { status, time: shown.time };
    return { status: status || undefined, time: undefined };
  }
  const base = status === undefined ? shown.status : status || undefined;
  if (time === '') return { status: base, time: undefined };
  const isKept = base !== undefined && (base === 'ON_FOR_ONE' || isNumber(base));
  return { status: isKept ? base : 'ON_UNTIL', time };
}

/** Whether a time that was sent is the one that is shown, and over. */
export function isSpent(shown: SwitchTexts, time: string | undefined, now: Date): boolean {
  return !!time && isSameInstant(time, shown.time) && Date.parse(time) <= now.getTime();
}

/** Whether two texts name the same instant, however each is written. */
export function isSameInstant(one: string, other: string | undefined): boolean {
  return other !== undefined && Date.parse(one) === Date.parse(other);
}

function isNumber(status: string): boolean {
  return /^\d+$/.test(status);
}

/** The fields of a switch. */
export function switchFields<const Name extends Switch>(name: Name) {
  return [`${name}Status`, `${name}OnUntil`] as const;
}
