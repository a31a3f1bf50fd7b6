import type { NetworkReport } from '@cardwright/contract';
import type { Message, Specification } from '@cardwright/iso8583';
import { displayMessage } from './displayed-message.ts';

const MAX_MESSAGES = 20;
/** Describing a message takes longer than reading it, so only a sample of a busy peer's messages is described. */
const LEAST_PAUSE_MS = 100;
const MAX_CODES = 100;
const NO_RESPONSE = 'none';

/** A message and its response. */
export interface Exchange {
  readonly request: Message;
  readonly response: Message | undefined;
  readonly isSent: boolean;
  /** When the request arrived or was sent, on the clock of `performance.now()`. */
  readonly beganAt: number;
}

interface ActivityOptions {
  readonly isDialled: boolean;
  readonly specification: Specification;
  readonly now: () => Date;
}

/** What this process knows of a peer: its state, its counts, and its latest messages without card data. */
export class PeerActivity {
  readonly #options: ActivityOptions;
  readonly #answers = new Map<string, number>();
  readonly #messages: NetworkReport['messages'] = [];
  #connections = 0;
  #signedOn = 0;
  #inFlight = 0;
  #state: NetworkReport['state'];
  #since: Date;
  #echo: { at: Date; ms: number } | undefined;
  #certificateExpiresAt: Date | undefined;
  #describedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ActivityOptions) {
    this.#options = options;
    this.#state = this.#currentState();
    this.#since = options.now();
  }

  /** @param certificateExpiresAt the expiry of the certificate that the peer presented */
  connect(certificateExpiresAt: Date | undefined): void {
    this.#certificateExpiresAt = certificateExpiresAt ?? this.#certificateExpiresAt;
    this.#connections += 1;
    this.#follow();
  }

  disconnect(): void {
    this.#connections -= 1;
    this.#follow();
  }

  /** A connection signed on (1) or is no longer signed on (-1). */
  changeSignedOn(by: 1 | -1): void {
    this.#signedOn += by;
    this.#follow();
  }

  changeInFlight(by: 1 | -1): void {
    this.#inFlight += by;
  }

  recordEcho(ms: number): void {
    this.#echo = { at: this.#options.now(), ms };
  }

  /** Counts the answer of this server by its code. */
  countAnswer(response: Message | undefined): void {
    const code = response === undefined ? NO_RESPONSE : (response.get(39) ?? NO_RESPONSE);
    const count = this.#answers.get(code);
    if (count !== undefined || this.#answers.size < MAX_CODES) this.#answers.set(code, (count ?? 0) + 1);
  }

  /** Records a message for people. It keeps the description only, never the message with its card data. */
  record({ request, response, isSent, beganAt }: Exchange): void {
    const present = performance.now();
    if (present - this.#describedAt < LEAST_PAUSE_MS) return;
    this.#describedAt = present;
    const { specification, now } = this.#options;
    this.#messages.unshift({
      at: now().toISOString(),
      is_sent: isSent,
      request: displayMessage(request, specification),
      response: response === undefined ? null : displayMessage(response, specification),
      ms: round(present - beganAt),
    });
    this.#messages.length = Math.min(this.#messages.length, MAX_MESSAGES);
  }

  report(): NetworkReport {
    const codes = [...this.#answers].sort(([one], [other]) => (one < other ? -1 : 1));
    return {
      state: this.#state,
      since: this.#since.toISOString(),
      connections: this.#connections,
      in_flight: this.#inFlight,
      last_echo_at: this.#echo?.at.toISOString() ?? null,
      last_echo_ms: this.#echo === undefined ? null : round(this.#echo.ms),
      certificate_expires_at: this.#certificateExpiresAt?.toISOString() ?? null,
      answers: codes.map(([code, messages]) => ({ code, messages })),
      messages: [...this.#messages],
    };
  }

  #currentState(): NetworkReport['state'] {
    if (this.#signedOn > 0) return 'signed_on';
    if (this.#connections > 0) return 'connected';
    return this.#options.isDialled ? 'dialling' : 'listening';
  }

  #follow(): void {
    const state = this.#currentState();
    if (state === this.#state) return;
    this.#state = state;
    this.#since = this.#options.now();
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
