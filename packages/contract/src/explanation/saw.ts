import { CARD_ENTRIES } from '../authorization/card-entries.ts';
import { NO_PARTNER_ANSWER } from '../authorization/partner-decision.ts';
import { SWITCHES, type Switch } from '../card-settings/settings-fields.ts';
import { RESTRICTION_TYPES, type RestrictionType } from '../restrictions/restriction-type.ts';
import type { SawFacts } from './explainable-decision.ts';

/** Reads a fact of a trace. Undefined if a trace of another version lacks the value or has it in another form. */
export function sawText(saw: SawFacts, label: string): string | undefined {
  const value = saw[label];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function sawCount(saw: SawFacts, label: string): number | undefined {
  const value = saw[label];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

export function sawFlag(saw: SawFacts, label: string): boolean | undefined {
  const value = saw[label];
  return typeof value === 'boolean' ? value : undefined;
}

/** Reads minor units, which traces have as text. */
export function sawMinor(saw: SawFacts, label: string): bigint | undefined {
  const value = saw[label];
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}

/** Returns the switches that were set and cover the message, with their state at the decision. */
export function sawSwitches(saw: SawFacts): { name: Switch; state: string }[] {
  return (sawText(saw, 'states') ?? '').split(' ').flatMap((pair) => {
    const [name, state = ''] = pair.split(':');
    const knownSwitch = SWITCHES.find((each) => each === name);
    return knownSwitch === undefined ? [] : [{ name: knownSwitch, state }];
  });
}

/** Returns the restrictions in force that cover the message and refuse it. */
export function sawRefusing(saw: SawFacts): RestrictionType[] {
  const refusing = (sawText(saw, 'in_force') ?? '').split(' ').filter((entry) => entry.endsWith('-'));
  return RESTRICTION_TYPES.filter((type) => refusing.includes(`${type}-`));
}

export type EntryName = (typeof CARD_ENTRIES)[number];

export interface Usage {
  readonly entry: EntryName;
  readonly isCash: boolean;
  readonly country: string | undefined;
  readonly isForeign: boolean;
}

/** Returns the use of the card as the restrictions rule saw it. */
export function sawUsage(saw: SawFacts): Usage | undefined {
  const entry = CARD_ENTRIES.find((each) => each === saw.entry);
  const isCash = sawFlag(saw, 'is_cash');
  if (entry === undefined || isCash === undefined) return undefined;
  return { entry, isCash, country: sawText(saw, 'country'), isForeign: saw.is_foreign === true };
}

const PARTNER_ANSWERS = ['APPROVE', 'DECLINE', 'WOULD_BE_ASKED', ...NO_PARTNER_ANSWER] as const;

export interface PartnerSaw {
  readonly answer: (typeof PARTNER_ANSWERS)[number];
  readonly reason: string | undefined;
  readonly afterMs: number;
}

/** Returns the answer of the bank's own system, or the reason why the answer no longer counted. */
export function sawPartner(partnerFacts: SawFacts, standInFacts: SawFacts): PartnerSaw | undefined {
  const outcome = standInFacts.why ?? partnerFacts.answer;
  const answer = PARTNER_ANSWERS.find((each) => each === outcome);
  const afterMs = sawCount(partnerFacts, 'after_ms');
  if (answer === undefined || afterMs === undefined) return undefined;
  return { answer, reason: sawText(partnerFacts, 'reason'), afterMs };
}
