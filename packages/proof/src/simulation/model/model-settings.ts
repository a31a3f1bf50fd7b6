import { type LimitField, SWITCHES, type Switch } from '@cardwright/contract';

/** A switch: the text of its status, and the instant until which it is on. */
export interface ModelSwitch {
  readonly status?: string;
  readonly untilMs?: number;
}
export type SwitchReading = 'ON' | 'OFF' | 'ON_FOR_ONE';

/** Settings of an account (docs/interface/card-settings.md). What was never set, or was cleared, is absent. */
export interface ModelSettings {
  readonly switches: Readonly<Partial<Record<Switch, ModelSwitch>>>;
  readonly limits: Readonly<Partial<Record<LimitField, number>>>;
  readonly anyForeign?: boolean;
  readonly specificForeign?: boolean;
  readonly allowBelow?: boolean;
  readonly countries?: string;
  readonly foreignStartMs?: number;
  readonly foreignEndMs?: number;
  readonly group?: string;
  readonly groupName?: string;
}

/** Field to text, as an update sends it. */
export type Patch = Readonly<Record<string, string>>;

/** What an account has from before: switches in whatever form they were once stored in, and its merchant group. */
export function storedSettingsOf(stored: Patch): ModelSettings {
  const switches: Partial<Record<Switch, ModelSwitch>> = {};
  for (const name of SWITCHES) {
    const [status, time] = [stored[`${name}Status`], stored[`${name}OnUntil`]];
    if (status === undefined && time === undefined) continue;
    switches[name] = {
      ...(status !== undefined && { status }),
      ...(time !== undefined && { untilMs: Date.parse(time) }),
    };
  }
  const { merchantGroupProfileId: group, merchantGroupProfileName: groupName } = stored;
  return {
    switches,
    limits: {},
    ...(group !== undefined && { group }),
    ...(groupName !== undefined && { groupName }),
  };
}

/** What a switch says to a message: one that was never set is on. */
export function readSwitch(stored: ModelSwitch | undefined, nowMs: number): SwitchReading {
  if (stored === undefined) return 'ON';
  const { status, untilMs } = stored;
  if (untilMs !== undefined && nowMs >= untilMs) return 'OFF';
  if (status === 'ON_FOR_ONE') return status;
  // until a time that nobody knows it is not on
  return (status === 'OFF' || status === 'ON_UNTIL') && untilMs === undefined ? 'OFF' : 'ON';
}

/**
 * A switch is exactly what an answer shows of it. With an instant it is on until then, whatever status comes with it,
 * except ON_FOR_ONE and a number. After the instant it is off, until a new status or another instant is set.
 */
export function showSwitch(stored: ModelSwitch | undefined, nowMs: number): ModelSwitch {
  const { status, untilMs } = stored ?? {};
  if (untilMs === undefined) return status === undefined ? {} : { status: status === 'ON_UNTIL' ? 'OFF' : status };
  if (nowMs >= untilMs) return { status: 'OFF', untilMs };
  return { status: status === 'ON_FOR_ONE' || isNumber(status) ? `${status}` : 'ON_UNTIL', untilMs };
}

export const isNumber = (status: string | undefined) => status !== undefined && /^\d+$/.test(status);
