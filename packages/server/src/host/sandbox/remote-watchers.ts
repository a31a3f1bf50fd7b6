import { setTimeout as delay } from 'node:timers/promises';
import type { StreamChannel } from './stream-channel.ts';

/**
 * The interval between announcements, in milliseconds. They repeat because another worker may have started in the
 * meantime.
 */
const ANNOUNCE_EACH_MS = 2_000;
/** The time after its last announcement at which a worker and its watchers count as gone, in milliseconds. */
const EXPIRES_AFTER_MS = 10_000;
/** The longest wait for a worker that hangs, in milliseconds. */
const LONGEST_MS = 1_000;
/** The most requests in flight to one worker that it has not confirmed yet. */
const MAX_IN_FLIGHT = 1_000;

/** Another worker that has watchers. */
interface Place {
  parties: ReadonlySet<string>;
  until: number;
  inFlight: number;
  dropped: number;
}

/** The parties whose requests have watchers at other workers. Announces the parties of this worker to the others. */
export class RemoteWatchers {
  readonly #channel: StreamChannel;
  readonly #places = new Map<number, Place>();
  #repeatTimer: NodeJS.Timeout | undefined;

  constructor(channel: StreamChannel) {
    this.#channel = channel;
    channel.onMessage('watching', ({ from, parties }) => {
      this.#note(from, parties);
      return true;
    });
  }

  /** Whether no other worker has watchers. If so, requests need no inspection. */
  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  placesFor(party: string): number[] {
    const workers: number[] = [];
    for (const [at, { parties, until }] of this.#places) {
      if (until < performance.now()) this.#places.delete(at);
      else if (parties.has(party)) workers.push(at);
    }
    return workers;
  }

  forward(at: number, party: string, facts: object): void {
    const place = this.#places.get(at);
    if (place === undefined) return;
    if (place.inFlight >= MAX_IN_FLIGHT) {
      place.dropped += 1;
      return;
    }
    const { dropped } = place;
    place.dropped = 0;
    place.inFlight += 1;
    void this.#channel.send(at, { kind: 'request', party, facts, dropped }).then((isReceived) => {
      place.inFlight -= 1;
      if (!isReceived) place.dropped += dropped + 1;
    });
  }

  /** Resolves when the other workers know the parties and forward all of their requests. */
  async announce(partiesNow: () => readonly string[]): Promise<void> {
    const { place: from, peers } = this.#channel;
    const parties = partiesNow();
    clearTimeout(this.#repeatTimer);
    if (peers.length > 0 && parties.length > 0) {
      this.#repeatTimer = setTimeout(() => void this.announce(partiesNow), ANNOUNCE_EACH_MS).unref();
    }
    const announcements = peers.map((at) => this.#channel.send(at, { kind: 'watching', from, parties }));
    if (announcements.length > 0)
      await Promise.race([Promise.all(announcements), delay(LONGEST_MS, undefined, { ref: false })]);
  }

  #note(from: number, parties: readonly string[]): void {
    if (parties.length === 0) return void this.#places.delete(from);
    const place = this.#places.get(from) ?? { parties: new Set(), until: 0, inFlight: 0, dropped: 0 };
    place.parties = new Set(parties);
    place.until = performance.now() + EXPIRES_AFTER_MS;
    this.#places.set(from, place);
  }
}
