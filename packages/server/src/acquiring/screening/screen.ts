import type { JsonObject } from '@cardwright/contract';

export interface ComparedName {
  readonly path: string;
  readonly name: string;
  /** The owner of the name, if it can change without the name: a merchant can be linked to another chain. */
  readonly of?: string;
}

/** The facts of a merchant that are screened. */
export interface ScreenedMerchant {
  readonly merchantId: string;
  /** Every name of the merchant, with its path. */
  readonly names: readonly ComparedName[];
  readonly mcc: string;
  readonly trn: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  /** Categories that replace the merchant's category for single card schemes. */
  readonly overridden: readonly { readonly path: string; readonly mcc: string }[];
  /** The merchant's members that {@link IDENTITY} lists. */
  readonly identity: JsonObject;
}

/** The members that an outside provider receives: the identity of the merchant, without its prices and devices. */
export const IDENTITY = [
  'merchantId',
  'merchantName',
  'legalName',
  'website',
  'merchantType',
  'subMerchantType',
  'mcc',
  'trn',
  'legalType',
  'debitAccountNumOrIban',
  'creditAccountNumOrIban',
  'addresses',
] as const;

/** A hit before a person decides about it. */
export interface HitCandidate {
  readonly check: string;
  readonly message: string;
  readonly path?: string;
  /** From 0 to 1. Null if a provider gives none. */
  readonly score: number | null;
  readonly matched: string | null;
  /** The same as in {@link StoredHit}. */
  readonly compared?: string;
}

/** The hits, or the problem that prevented the screening, which is then repeated. */
export type ScreeningOutcome =
  | { readonly merchantId: string; readonly hits: readonly HitCandidate[] }
  | { readonly merchantId: string; readonly problem: string };

/** Returns one outcome for each merchant. A network failure is an outcome and does not throw. */
export type Screen = (batch: readonly ScreenedMerchant[]) => Promise<readonly ScreeningOutcome[]>;

/** Runs all screens for each merchant. If one of them has a problem, the merchant continues to wait. */
export function screenByAll(screens: readonly Screen[]): Screen {
  return async (batch) => {
    const answers: ReadonlyMap<string, ScreeningOutcome>[] = [];
    for (const screen of screens) {
      answers.push(new Map((await screen(batch)).map((outcome) => [outcome.merchantId, outcome])));
    }
    return batch.map(({ merchantId }) => combine(merchantId, answers));
  };
}

function combine(merchantId: string, answers: readonly ReadonlyMap<string, ScreeningOutcome>[]): ScreeningOutcome {
  const hits: HitCandidate[] = [];
  for (const answer of answers) {
    const outcome = answer.get(merchantId);
    if (outcome === undefined) return { merchantId, problem: 'a screen returned no result for this merchant' };
    if ('problem' in outcome) return outcome;
    hits.push(...outcome.hits);
  }
  return { merchantId, hits };
}
