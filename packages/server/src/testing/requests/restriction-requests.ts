import type { EnvelopeOptions, EnvelopeParts, TestServer } from '../test-server.ts';

export const COUNTRIES = 'INTERNATIONAL_SPECIFIC_COUNTRIES';
/** All types of restrictions. */
export const EVERY_RESTRICTION = [
  'MOTO',
  'ECOM',
  'SWIPE',
  'PERS_RESTR_CONTACTLESS',
  'NFC',
  'ATM',
  'PURCHASE',
  'ANY',
  'INTERNATIONAL',
  COUNTRIES,
];

/** A restriction as sent, valid or not. */
export type SentRestriction = Record<string, unknown>;

export interface RestrictionRequests {
  named(id: string, type?: string): { card_identifier_id: string; card_identifier_type: string };
  set(id: string, restriction: SentRestriction, more?: EnvelopeOptions & { type?: string }): Promise<EnvelopeParts>;
  enquire(id: string, as?: string): Promise<EnvelopeParts['body']>;
  /** Returns the restrictions in the card's row. */
  stored(exid: string): Promise<Record<string, unknown> | undefined>;
}

/** Sends restriction requests to the test file's server. */
export function restrictionsOn(current: () => TestServer): RestrictionRequests {
  const named = (id: string, type = 'EXID') => ({ card_identifier_id: id, card_identifier_type: type });
  return {
    named,
    set: (id, restriction, { type, ...more } = {}) =>
      current().envelope('restrictions.set-restriction', { ...named(id, type), restriction }, more),
    enquire: async (id, as = 'demo-bank') =>
      (await current().envelope('restrictions.enquire-restrictions', named(id), { as })).body,
    stored: async (exid) =>
      (await current().db.sql('select restrictions, restrictions_version from cards where exid = $1', [exid]))[0],
  };
}
