import type { JsonObject } from '@cardwright/contract';
import { type Caller, createHttpClient } from '../world/http-client.ts';
import type { BenchServerProcess } from './bench-process.ts';

interface BenchClient {
  token(caller: Caller): Promise<string>;
  /** @throws Error for an answer that is no success */
  call(as: Caller, method: string, path: string, payload?: object): Promise<JsonObject>;
}

/** A client for one server of the bench. */
export function benchClient({ host, port, ca }: BenchServerProcess): BenchClient {
  const client = createHttpClient([`${ca === undefined ? 'http' : 'https'}://${host}:${port}`], { ca, tokenTries: 1 });
  return {
    token: client.token,
    async call(as, method, path, payload) {
      const { status, text, json } = await client.request({ method, path, as, payload });
      if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`);
      return json;
    },
  };
}
