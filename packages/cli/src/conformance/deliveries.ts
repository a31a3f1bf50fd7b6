import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@cardwright/contract';
import { jsonOf, objectIn, textIn } from './exchange.ts';

export interface NotificationArrived {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface OwnReceiverOptions {
  /** The port to listen on. Default: a free port. */
  readonly port?: number;
  readonly host?: string;
  /** The URL under which the implementation reaches the receiver, if it differs. */
  readonly publicUrl?: string;
  /** Replaces a notification that arrived with others, for tests of an intermediary. */
  readonly alter?: (delivery: NotificationArrived) => readonly NotificationArrived[];
}

interface Arrival extends NotificationArrived {
  readonly json: JsonObject;
  readonly isAccepted: boolean;
}

/** A test receiver of a bank. It accepts notifications, or refuses the first notifications about a card. */
export class Deliveries {
  readonly #arrived: Arrival[] = [];
  readonly #refusals = new Map<string, number>();
  readonly #options: OwnReceiverOptions;
  #server: Server | undefined;
  #waiters: (() => void)[] = [];

  constructor(options: OwnReceiverOptions) {
    this.#options = options;
  }

  /** Starts the receiver, and returns its URL. */
  async start(): Promise<string> {
    const { port = 0, host = '127.0.0.1', publicUrl } = this.#options;
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const { status, body } = this.#receive({ headers, text: Buffer.concat(chunks).toString('utf8') });
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    return publicUrl ?? `http://${host}:${(server.address() as AddressInfo).port}/notifications`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => (this.#server === undefined ? resolve(0) : this.#server.close(resolve)));
  }

  /** Answers the next `times` notifications about this card with 503. */
  refuseNext(exid: string, times: number): void {
    this.#refusals.set(exid, times);
  }

  /** Returns the notifications about one card in the order of their arrival. */
  of(exid: string): readonly Arrival[] {
    return this.#arrived.filter(({ json }) => cardOf(json) === exid);
  }

  /** Waits until `count` notifications about the card are accepted, or the time is over. */
  async accepted(exid: string, count: number, withinMs: number): Promise<readonly Arrival[]> {
    const until = Date.now() + withinMs;
    for (;;) {
      const accepted = this.of(exid).filter((one) => one.isAccepted);
      const remainingMs = until - Date.now();
      if (accepted.length >= count || remainingMs <= 0) return accepted;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remainingMs);
        this.#waiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  #receive(arrival: NotificationArrived): { status: number; body: string } {
    const json = jsonOf(arrival.text) ?? {};
    const exid = cardOf(json) ?? '';
    const refusals = this.#refusals.get(exid) ?? 0;
    this.#refusals.set(exid, refusals - 1);
    const isAccepted = refusals <= 0;
    const { alter = (one: NotificationArrived) => [one] } = this.#options;
    for (const one of alter(arrival)) this.#arrived.push({ ...one, json: jsonOf(one.text) ?? {}, isAccepted });
    for (const resume of this.#waiters.splice(0)) resume();
    if (!isAccepted) return { status: 503, body: '{}' };
    const status = { code: '00', description: 'successful' };
    const answer = {
      id: '000000000001',
      type: textIn(json, 'type') ?? '',
      timestamp: new Date().toISOString(),
      response: { status },
    };
    return { status: 200, body: JSON.stringify(answer) };
  }
}

function cardOf(json: JsonObject): string | undefined {
  return textIn(objectIn(json, 'details', 'card', 'id'), 'value');
}
