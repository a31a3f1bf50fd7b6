import type { Operation } from '@cardwright/contract';
import type { Call, NamedCall } from './call.ts';
import { methodMaker } from './call-method.ts';
import type { ClientSettings } from './client-options.ts';
import { Pages } from './pages.ts';
import { type Pending, pending } from './pending.ts';
import { Resources } from './resources/resources.ts';
import { type CallerParty, type Identity, sendCall } from './send-call.ts';

/** The client without what only some of its callers have: every operation as a method of its resource. */
export class ResourceClient extends Resources {
  readonly baseUrl: string;
  readonly #send: (call: Call) => Pending<never>;
  readonly #caller: CallerParty;

  constructor(settings: ClientSettings, caller: CallerParty) {
    const send = (call: Call) => pending<never>(sendCall(call, caller, settings));
    super(methodMaker(send, (read, key) => new Pages(read, (page) => page[key])));
    this.#send = send;
    this.#caller = caller;
    this.baseUrl = settings.baseUrl;
  }

  /** Any operation of the contract, for a program that learns only while it runs which one it is. */
  call(operation: Operation, { ids = {}, query = {}, body, options = {} }: NamedCall = {}): Pending<unknown> {
    return this.#send({ operation, ids, query, body, options });
  }

  /** The headers that say who calls, and the caller's bank: for what no operation has, such as a stream of the sandbox. */
  identify(signal?: AbortSignal): Promise<Identity> {
    return this.#caller.identify(signal);
  }

  toJSON(): object {
    return { baseUrl: this.baseUrl };
  }

  /** As Node prints it: short, and without anything secret. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `${this.constructor.name} { baseUrl: '${this.baseUrl}' }`;
  }
}
