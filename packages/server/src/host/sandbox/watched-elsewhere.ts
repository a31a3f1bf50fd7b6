import { setTimeout as delay } from 'node:timers/promises';
import type { StreamTalk } from './stream-news.ts';

/** What is watched is told again and again: a worker may have been started since. */
const TOLD_EACH_MS = 2_000;
/** A worker that has not told it for so long is gone, and its watchers with it. */
const KNOWN_FOR_MS = 10_000;
/** A worker that hangs is not waited for any longer. */
const LONGEST_MS = 1_000;
/** Requests that a worker was told of, and did not confirm yet. */
const MOST_UNDER_WAY = 1_000;

/** Another worker at which somebody watches. */
interface Place {
  parties: ReadonlySet<string>;
  until: number;
  underWay: number;
  dropped: number;
}

/** Whose requests are watched at other workers, and at this one, as it tells them. */
export class WatchedElsewhere {
  readonly #talk: StreamTalk;
  readonly #places = new Map<number, Place>();
  #telling: NodeJS.Timeout | undefined;

  constructor(talk: StreamTalk) {
    this.#talk = talk;
    talk.hear('watching', ({ from, parties }) => {
      this.#note(from, parties);
      return true;
    });
  }

  /** Then a request need not even be looked at. */
  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  placesFor(party: string): number[] {
    const found: number[] = [];
    for (const [at, { parties, until }] of this.#places) {
      if (until < performance.now()) this.#places.delete(at);
      else if (parties.has(party)) found.push(at);
    }
    return found;
  }

  tell(at: number, party: string, facts: object): void {
    const place = this.#places.get(at);
    if (place === undefined) return;
    if (place.underWay >= MOST_UNDER_WAY) {
      place.dropped += 1;
      return;
    }
    const { dropped } = place;
    place.dropped = 0;
    place.underWay += 1;
    void this.#talk.tell(at, { kind: 'request', party, facts, dropped }).then((isTold) => {
      place.underWay -= 1;
      if (!isTold) place.dropped += dropped + 1;
    });
  }

  /** Resolves when the others know it: from then on they tell of every request. */
  async announce(partiesNow: () => readonly string[]): Promise<void> {
    const { place: from, others } = this.#talk;
    const parties = partiesNow();
    clearTimeout(this.#telling);
    if (others.length > 0 && parties.length > 0) {
      this.#telling = setTimeout(() => void this.announce(partiesNow), TOLD_EACH_MS).unref();
    }
    const told = others.map((at) => this.#talk.tell(at, { kind: 'watching', from, parties }));
    if (told.length > 0) await Promise.race([Promise.all(told), delay(LONGEST_MS, undefined, { ref: false })]);
  }

  #note(from: number, parties: readonly string[]): void {
    if (parties.length === 0) return void this.#places.delete(from);
    const place = this.#places.get(from) ?? { parties: new Set(), until: 0, underWay: 0, dropped: 0 };
    place.parties = new Set(parties);
    place.until = performance.now() + KNOWN_FOR_MS;
    this.#places.set(from, place);
  }
}
