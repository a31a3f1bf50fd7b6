import type { JsonObject, ScreeningHit } from '@cardwright/contract';

/** A merchant as it is looked at before a person decides. */
export interface ScreenedMerchant {
  readonly merchantId: string;
  readonly merchantName: string;
  readonly legalName: string;
  readonly mcc: string;
  readonly trn: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  /** Categories that it has with single card schemes. */
  readonly overridden: readonly { readonly path: string; readonly mcc: string }[];
  /** Of its NGO services, as resolved. */
  readonly organizations: readonly { readonly path: string; readonly name: string }[];
  /** Its members of {@link IDENTITY}. */
  readonly identity: JsonObject;
}

/** What an outside provider is told: who the merchant is, and nothing of its prices and devices. */
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

/** What was found; or why nothing could be said, so that it has to be asked again. */
export type ScreeningOutcome =
  | { readonly merchantId: string; readonly hits: readonly ScreeningHit[] }
  | { readonly merchantId: string; readonly problem: string };

/** One outcome for each merchant. What goes wrong on the way to somebody else is an outcome, not a fault. */
export type Screen = (batch: readonly ScreenedMerchant[]) => Promise<readonly ScreeningOutcome[]>;

/** All of them look at each merchant. What one of them cannot say yet keeps the merchant waiting. */
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
  const hits: ScreeningHit[] = [];
  for (const answer of answers) {
    const outcome = answer.get(merchantId);
    if (outcome === undefined) return { merchantId, problem: 'the screening said nothing about it' };
    if ('problem' in outcome) return outcome;
    hits.push(...outcome.hits);
  }
  return { merchantId, hits };
}
