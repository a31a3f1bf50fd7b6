import type { Operation } from '@cardwright/contract';
import type { Call, NamedCall } from './call.ts';
import { methodFactory } from './call-method.ts';
import type { ClientSettings } from './client-options.ts';
import { Pages } from './pages.ts';
import { type Pending, pending } from './pending.ts';
import { Resources } from './resources/resources.ts';
import { type CallerParty, type Identity, sendCall } from './send-call.ts';

/** The client with every operation as a method of its resource. It has no members that only some callers can use. */
export class ResourceClient extends Resources {
  readonly baseUrl: string;
  readonly #send: (call: Call) => Pending<never>;
  readonly #caller: CallerParty;

  constructor(settings: ClientSettings, caller: CallerParty) {
    const send = (call: Call) => pending<never>(sendCall(call, caller, settings));
    super(methodFactory(send, (read, key) => new Pages(read, (page) => page[key])));
    this.#send = send;
    this.#caller = caller;
    this.baseUrl = settings.baseUrl;
  }

  /** Calls any operation of the contract, for programs that select the operation at run time. */
  call(operation: Operation, { ids = {}, query = {}, body, options = {} }: NamedCall = {}): Pending<unknown> {
    return this.#send({ operation, ids, query, body, options });
  }

  /**
   * Returns the headers that identify the caller, and the caller's bank. Use it for requests that are not operations,
   * such as a stream of the sandbox.
   */
  identify(signal?: AbortSignal): Promise<Identity> {
    return this.#caller.identify(signal);
  }

  toJSON(): object {
    return { baseUrl: this.baseUrl };
  }

  /** Prints a short form without secrets in Node's console.log and inspect. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `${this.constructor.name} { baseUrl: '${this.baseUrl}' }`;
  }
}
