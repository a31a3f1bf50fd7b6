import type { JsonObject } from '@cardwright/contract';

export interface ComparedName {
  readonly path: string;
  readonly name: string;
  /** Whose name it is, where that can change without the name: a merchant can be linked to another chain. */
  readonly of?: string;
}

/** The facts of a merchant that are screened. */
export interface ScreenedMerchant {
  readonly merchantId: string;
  /** Every name it goes by, with its path. */
  readonly names: readonly ComparedName[];
  readonly mcc: string;
  readonly trn: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  /** Categories that single card schemes override. */
  readonly overridden: readonly { readonly path: string; readonly mcc: string }[];
  /** Its members listed in {@link IDENTITY}. */
  readonly identity: JsonObject;
}

/** What an outside provider is sent: who the merchant is, but not its prices and devices. */
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

/** What a screen found, before anybody decided about it. */
export interface FoundHit {
  readonly check: string;
  readonly message: string;
  readonly path?: string;
  /** From 0 to 1; null where a provider gave none. */
  readonly score: number | null;
  readonly matched: string | null;
  /** As in {@link StoredHit}. */
  readonly compared?: string;
}

/** The hits; or the problem that prevented the screening, so that it must be repeated. */
export type ScreeningOutcome =
  | { readonly merchantId: string; readonly hits: readonly FoundHit[] }
  | { readonly merchantId: string; readonly problem: string };

/** Returns one outcome for each merchant. A network failure is an outcome, not a throw. */
export type Screen = (batch: readonly ScreenedMerchant[]) => Promise<readonly ScreeningOutcome[]>;

/** Runs all screens for each merchant. If one of them has a problem, the merchant keeps waiting. */
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
  const hits: FoundHit[] = [];
  for (const answer of answers) {
    const outcome = answer.get(merchantId);
    if (outcome === undefined) return { merchantId, problem: 'a screen returned no result for this merchant' };
    if ('problem' in outcome) return outcome;
    hits.push(...outcome.hits);
  }
  return { merchantId, hits };
}
