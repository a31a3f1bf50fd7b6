import { Overloaded } from '../../../platform/kernel/concurrency/overloaded.ts';
import { OutcomeUnknown } from '../../../platform/kernel/outcome-unknown.ts';
import type { Deadlines } from '../../../platform/kernel/time/deadlines.ts';
import type { LatencyMeter } from '../../../platform/kernel/time/latency-meter.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { PartnerFact } from '../decision/facts.ts';
import type { AuthorizationRequest } from '../message/authorization-request.ts';
import type { AuthorizationResponse } from '../message/authorization-response.ts';

/** A request in the queue of a lane, with its promise and its deadline (docs/interface/authorization-message.md#deadline). */
export interface QueueEntry {
  readonly request: AuthorizationRequest;
  /** When its network gives up, on the clock of `performance.now()` in this process. */
  readonly deadline: number;
  /** When it entered the queue, or entered it again after its bank's own system was called. */
  enqueuedAt: number;
  /** All cards that its number fits, once they were looked up. */
  references: readonly CardReference[];
  /** What the bank's own system answered, once it was called. */
  partner: PartnerFact | undefined;
  /** Whether its promise is settled, possibly because the deadline has passed. */
  isSettled(): boolean;
  /** Declares that the decision may be stored from now on. False if it must not be, because the promise is settled. */
  start(): boolean;
  /** Whether the decision may have been stored. */
  hasStarted(): boolean;
  /** Declares that nothing of the decision was stored after all. */
  undo(): void;
  resolve(response: AuthorizationResponse): void;
  reject(error: unknown): void;
}

/** What every entry of a queue reports to. */
export interface QueueMonitor {
  readonly deadlines: Deadlines;
  readonly latency: Pick<LatencyMeter, 'note'>;
  /** Gets each response that is in time, before the caller of its request does. */
  readonly onResponse?: (request: AuthorizationRequest, response: AuthorizationResponse) => void;
}

/** Opens an entry whose promise settles no later than its deadline, whatever happens to the message. */
export function openEntry(
  request: AuthorizationRequest,
  deadline: number,
  monitor: QueueMonitor,
): { entry: QueueEntry; response: Promise<AuthorizationResponse> } {
  const entry = new MonitoredEntry(request, deadline, monitor);
  return { entry, response: entry.completion };
}

/** A class, because thousands are made each second, and closures for each would take more memory than all the rest of it. */
class MonitoredEntry implements QueueEntry {
  readonly request: AuthorizationRequest;
  readonly deadline: number;
  readonly completion: Promise<AuthorizationResponse>;
  enqueuedAt = performance.now();
  references: readonly CardReference[] = [];
  partner: PartnerFact | undefined = undefined;
  readonly #openedAt = this.enqueuedAt;
  readonly #monitor: QueueMonitor;
  #state: 'waiting' | 'started' | 'settled' = 'waiting';
  #resolve!: (response: AuthorizationResponse) => void;
  #reject!: (error: unknown) => void;

  constructor(request: AuthorizationRequest, deadline: number, monitor: QueueMonitor) {
    this.request = request;
    this.deadline = deadline;
    this.#monitor = monitor;
    this.completion = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    monitor.deadlines.watch(deadline, this);
  }

  isSettled(): boolean {
    return this.#state === 'settled';
  }

  start(): boolean {
    // the timer of the deadlines may be a moment late, and nothing late may be stored
    if (this.#state === 'settled' || performance.now() > this.deadline) return false;
    this.#state = 'started';
    return true;
  }

  hasStarted(): boolean {
    return this.#state === 'started';
  }

  undo(): void {
    if (this.#state === 'started') this.#state = 'waiting';
  }

  resolve(response: AuthorizationResponse): void {
    if (!this.#settle()) return;
    const now = performance.now();
    const { latency, onResponse } = this.#monitor;
    // the time that a bank's own system took says nothing about this server
    latency.note(now - this.#openedAt - (this.partner?.afterMs ?? 0));
    if (now > this.deadline) this.#reject(inDoubt());
    else {
      onResponse?.(this.request, response);
      this.#resolve(response);
    }
  }

  reject(error: unknown): void {
    if (this.#settle()) this.#reject(error);
  }

  expire(): void {
    // noted here and not in reject, because an entry that is refused at once says nothing about response times
    this.#monitor.latency.note(performance.now() - this.#openedAt);
    this.reject(this.#state === 'started' ? inDoubt() : deadlineFailure());
  }

  #settle(): boolean {
    if (this.#state === 'settled') return false;
    this.#state = 'settled';
    this.#monitor.deadlines.cancel(this.deadline, this);
    return true;
  }
}

function inDoubt(): OutcomeUnknown {
  return new OutcomeUnknown('the deadline passed while the decision was being stored');
}

function deadlineFailure(): Overloaded {
  return new Overloaded('the deadline passed before the message was decided');
}
