import { setTimeout as delay } from 'node:timers/promises';
import type { Sender } from '../../../../server/src/testing/cards/issued-cards.ts';
import { scanAnswer, sendEnvelope } from '../../../../server/src/testing/test-server.ts';
import { type Attempt, createHttpClient, NO_ANSWER } from '../http-client.ts';
import { stillRuns } from './reported-outcome.ts';

export interface ChaosClient extends Sender {
  readonly attempts: Attempt[];
  /** Returns a client that always uses one server. */
  of(server: number): Sender;
}

/** Sends requests of the sandbox's callers to servers through the proxies in front of them. */
export function createChaosClient(urls: readonly string[]): ChaosClient {
  const client = createHttpClient(urls, { onAnswer: (path, { headers, text }) => scanAnswer(path, headers, text) });
  const senderOf = (server?: number): Sender => {
    const request: Sender['request'] = ({ as, method, url, headers, payload }) => {
      const caller = as === undefined ? undefined : { clientId: as, secret: `${as}-secret` };
      const requestParts = {
        headers: headers as Record<string, string>,
        payload: payload as string | object | undefined,
      };
      return client.request({ method, path: String(url), as: caller, ...requestParts }, server);
    };
    return { request, envelope: (operationId, body, more) => sendEnvelope(request, operationId, body, more) };
  };
  return { attempts: client.attempts, ...senderOf(), of: senderOf };
}

/**
 * A sender that repeats each request until its outcome is known. Use it for requests that have an id and must succeed.
 */
export function insistent({ request, ...rest }: Sender, isOver: () => boolean): Sender {
  const sendRequest: Sender['request'] = async (options) => {
    for (;;) {
      const answer = await request(options);
      if ((answer.status > NO_ANSWER && answer.status < 500 && !stillRuns(answer)) || isOver()) return answer;
      await delay(150);
    }
  };
  return {
    ...rest,
    request: sendRequest,
    envelope: (operationId, body, more) => sendEnvelope(sendRequest, operationId, body, more),
  };
}
