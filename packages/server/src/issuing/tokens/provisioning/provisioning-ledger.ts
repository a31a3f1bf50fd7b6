import type { ProvisioningOutcome } from '@cardwright/contract';
import type { ProvisioningCard } from './provisioning-facts.ts';

/** The effects of a decision on later ones. */
export interface LedgerDecision {
  readonly outcome: ProvisioningOutcome;
  readonly rule: string;
}

interface Effect {
  readonly isReal: boolean;
  readonly isReplayed: boolean;
  readonly endsAtMs: number;
}
interface TokenEffect extends Effect {
  readonly cardId: bigint;
}

type Counts = Pick<ProvisioningCard, 'tokens' | 'tokensOfDevice' | 'otherCardsOfDevice' | 'declines24h'>;

export interface LedgerEntry {
  readonly cardId: bigint;
  readonly deviceId: string | undefined;
  readonly at: Date;
}

const DAY_MS = 86_400_000;

/**
 * Tokens and declines of a replay, next to the real ones. A changed decision also changes the counts that later
 * decisions see. Pure.
 */
export class ProvisioningLedger {
  readonly #tokensOfCard = new Map<bigint, TokenEffect[]>();
  readonly #tokensOfDevice = new Map<string, TokenEffect[]>();
  readonly #declinesOfCard = new Map<bigint, Effect[]>();
  #hasChanged = false;

  /** @param deletedAt when the real token was deleted; undefined if it was not, or if there was none */
  record(
    { cardId, deviceId, at }: LedgerEntry,
    real: LedgerDecision,
    replayed: LedgerDecision,
    deletedAt: Date | undefined,
  ): void {
    const token = both(real, replayed, ({ outcome }) => outcome !== 'DECLINED');
    this.#hasChanged ||= token.isReal !== token.isReplayed;
    if (token.isReal || token.isReplayed) {
      const effect = { ...token, cardId, endsAtMs: deletedAt?.getTime() ?? Number.POSITIVE_INFINITY };
      add(this.#tokensOfCard, cardId, effect);
      if (deviceId !== undefined) add(this.#tokensOfDevice, deviceId, effect);
    }
    const decline = both(real, replayed, ({ outcome, rule }) => outcome === 'DECLINED' && rule !== 'ATTEMPTS');
    this.#hasChanged ||= decline.isReal !== decline.isReplayed;
    if (decline.isReal || decline.isReplayed) {
      add(this.#declinesOfCard, cardId, { ...decline, endsAtMs: at.getTime() + DAY_MS });
    }
  }

  /** The counts that the replay sees in place of the real `counts`. */
  adjust<Seen extends Counts>(counts: Seen, { cardId, deviceId, at }: LedgerEntry): Seen {
    if (!this.#hasChanged) return counts;
    const ofDevice = deviceId === undefined ? [] : current(this.#tokensOfDevice, deviceId, at);
    const others = ofDevice.filter((token) => token.cardId !== cardId);
    const cards = (isIn: (effect: Effect) => boolean) => new Set(others.filter(isIn).map((token) => token.cardId)).size;
    const { tokensOfDevice } = counts;
    return {
      ...counts,
      tokens: counts.tokens + difference(current(this.#tokensOfCard, cardId, at)),
      tokensOfDevice: tokensOfDevice === undefined ? undefined : tokensOfDevice + difference(ofDevice),
      otherCardsOfDevice:
        counts.otherCardsOfDevice + cards(({ isReplayed }) => isReplayed) - cards(({ isReal }) => isReal),
      declines24h: counts.declines24h + difference(current(this.#declinesOfCard, cardId, at)),
    };
  }
}

function both(real: LedgerDecision, replayed: LedgerDecision, test: (one: LedgerDecision) => boolean) {
  return { isReal: test(real), isReplayed: test(replayed) };
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** The effects that last at a time. Removes the others, because times only increase. */
function current<Key, Value extends Effect>(map: Map<Key, Value[]>, key: Key, at: Date): readonly Value[] {
  const lasting = (map.get(key) ?? []).filter(({ endsAtMs }) => endsAtMs > at.getTime());
  map.set(key, lasting);
  return lasting;
}

function difference(effects: readonly Effect[]): number {
  return effects.reduce((sum, { isReal, isReplayed }) => sum + Number(isReplayed) - Number(isReal), 0);
}
