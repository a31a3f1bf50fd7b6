import { SWITCHES, type Switch } from '../card-settings/settings-fields.ts';
import { RESTRICTION_TYPES } from '../restrictions/restriction-type.ts';
import {
  type DeclineReason,
  LIMITS_OVER_WINDOWS,
  RESTRICTION_REASONS,
  SWITCH_REASONS,
  TRANSACTION_LIMITS,
} from './decline-reasons.ts';
import type { ControlChange, ExplainableDecision } from './explainable-decision.ts';

/** When and by whom the setting that refused was made. */
export interface Standing {
  readonly at: string;
  readonly by: string | null;
  /**
   * `set`: the setting was made at that time. `timed-out`: it was switched on at that time until a time that has
   * passed. `used-up`: it was switched on at that time for one payment, which was made.
   */
  readonly how: 'set' | 'timed-out' | 'used-up';
  /** When the setting ended. For a restriction in force, when it will end. */
  readonly until: string | null;
}

/**
 * Returns when the setting that refused was made. Undefined if no setting refused, or if the history does not go back
 * that far.
 */
export function standingOf(reason: DeclineReason, { history, decided_at }: ExplainableDecision): Standing | undefined {
  const switched = SWITCHES.find((name) => SWITCH_REASONS[name] === reason);
  if (switched !== undefined) return standingOfSwitch(switched, history, decided_at);
  const limits: Readonly<Record<string, string>> = { ...TRANSACTION_LIMITS, ...LIMITS_OVER_WINDOWS };
  const limit = limits[reason];
  if (limit !== undefined) return setSince(lastOf(history, [limit], true));
  if (TOKEN_REASONS.has(reason)) return setSince(history.findLast(({ kind }) => kind === 'token'));
  if (reason === 'MERCHANT_GROUP_OFF') return setSince(lastOf(history, ['merchantGroupProfileId'], true));
  if (reason === 'CP_FOREIGN_OFF') return setSince(lastOf(history, FOREIGN_FIELDS, false));
  const restriction = RESTRICTION_TYPES.find((type) => RESTRICTION_REASONS[type] === reason);
  if (restriction !== undefined) return standingOfRestriction(restriction, history, decided_at);
  const status = STATUS_OF[reason];
  if (status === undefined) return undefined;
  const statusChange = history.findLast((change) => change.kind === 'status');
  return statusChange?.status === status ? setSince(statusChange) : undefined;
}

/** Reasons of the controls of a token. */
const TOKEN_REASONS: ReadonlySet<DeclineReason> = new Set<DeclineReason>([
  'TOKEN_EXPIRED',
  'TOKEN_AMOUNT',
  'TOKEN_MERCHANT',
  'TOKEN_CATEGORY',
  'TOKEN_COUNTRY',
]);

const STATUS_OF: Partial<Record<DeclineReason, string>> = {
  CARD_BLOCKED: 'BLOCKED',
  CARD_LOST: 'LOST',
  CARD_STOLEN: 'STOLEN',
  CARD_CLOSED: 'CLOSED',
};

const FOREIGN_FIELDS = [
  'cardPresentAllowAnyForeign',
  'cardPresentAllowSpecificForeign',
  'cardPresentAllowSpecificForeignCountries',
  'cardPresentAllowForeignStart',
  'cardPresentAllowForeignEnd',
];

/** When a bank's own limit was set. */
export function standingOfLimit(id: string, { history }: ExplainableDecision): Standing | undefined {
  const last = history.findLast((change) => change.kind === 'limit' && change.id === id);
  return last?.kind === 'limit' && last.isSet ? setSince(last) : undefined;
}

function setSince(change: ControlChange | undefined): Standing | undefined {
  return change && { at: change.at, by: change.by, how: 'set', until: null };
}

/**
 * Returns the change that gave the fields their current values. A patch can also repeat a field without changing it.
 */
function lastOf(
  history: readonly ControlChange[],
  fields: readonly string[],
  mustBeSet: boolean,
): ControlChange | undefined {
  const values: Record<string, string> = {};
  let last: ControlChange | undefined;
  for (const change of history) {
    if (change.kind !== 'settings') continue;
    for (const field of fields) {
      const value = change.fields[field];
      if (value === undefined || value === (values[field] ?? '')) continue;
      values[field] = value;
      last = change;
    }
  }
  return mustBeSet && fields.every((field) => !values[field]) ? undefined : last;
}

function standingOfSwitch(name: Switch, history: readonly ControlChange[], decidedAt: string): Standing | undefined {
  const [status, time] = [`${name}Status`, `${name}OnUntil`];
  const last = lastOf(history, [status, time], true);
  if (last?.kind !== 'settings') return undefined;
  const until = last.fields[time];
  if (until && Date.parse(until) <= Date.parse(decidedAt)) return { at: last.at, by: last.by, how: 'timed-out', until };
  if (last.fields[status] === 'ON_FOR_ONE') return { at: last.at, by: last.by, how: 'used-up', until: null };
  return last.fields[status] === 'OFF' ? setSince(last) : undefined;
}

/** The newest restriction of the type that had not ended. */
function standingOfRestriction(
  type: string,
  history: readonly ControlChange[],
  decidedAt: string,
): Standing | undefined {
  const isOver = (until: string | null) => until !== null && Date.parse(until) <= Date.parse(decidedAt);
  const newest = history.findLast(
    (change) => change.kind === 'restriction' && change.type === type && !isOver(change.until),
  );
  if (newest?.kind !== 'restriction' || !newest.refuses) return undefined;
  return { at: newest.at, by: newest.by, how: 'set', until: newest.until };
}
