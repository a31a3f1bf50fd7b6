import { type LimitField, SWITCHES, type Switch } from '@cardwright/contract';

/** A switch: the text of its status, and the instant until which it is on. */
export interface ModelSwitch {
  readonly status?: string;
  readonly untilMs?: number;
}
export type SwitchReading = 'ON' | 'OFF' | 'ON_FOR_ONE';

/** Settings of an account (docs/interface/card-settings.md). A field that was never set, or was cleared, is absent. */
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

/** Field names and texts of an update. */
export type Patch = Readonly<Record<string, string>>;

/** Earlier settings of an account: switches in any form in which they were once stored, and its merchant group. */
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

/** The state of a switch for a message. A switch that was never set is on. */
export function readSwitch(stored: ModelSwitch | undefined, nowMs: number): SwitchReading {
  if (stored === undefined) return 'ON';
  const { status, untilMs } = stored;
  if (untilMs !== undefined && nowMs >= untilMs) return 'OFF';
  if (status === 'ON_FOR_ONE') return status;
  // With an unknown end, the switch is off.
  return (status === 'OFF' || status === 'ON_UNTIL') && untilMs === undefined ? 'OFF' : 'ON';
}

/**
 * A switch behaves exactly as an answer shows it. With an instant, it is on until then, whatever its status is, except
 * ON_FOR_ONE and a number. After the instant it is off, until a new status or another instant is set.
 */
export function switchState(stored: ModelSwitch | undefined, nowMs: number): ModelSwitch {
  const { status, untilMs } = stored ?? {};
  if (untilMs === undefined) return status === undefined ? {} : { status: status === 'ON_UNTIL' ? 'OFF' : status };
  if (nowMs >= untilMs) return { status: 'OFF', untilMs };
  return { status: status === 'ON_FOR_ONE' || isNumber(status) ? `${status}` : 'ON_UNTIL', untilMs };
}

export const isNumber = (status: string | undefined) => status !== undefined && /^\d+$/.test(status);
