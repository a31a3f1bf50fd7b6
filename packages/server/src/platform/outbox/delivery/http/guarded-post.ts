import { DELIVERY_NOTES } from '@cardwright/contract';
import { ownVersion } from '../../../kernel/own-version.ts';
import { spansNow } from '../../../kernel/spans.ts';
import type { AddressGuard } from '../address/address-guard.ts';
import { createEndpointAgents } from './endpoint-agents.ts';
import { exchange, type HttpRequest, type Limits } from './exchange.ts';
import type { HttpResponse, NoHttpResponse } from './http-answer.ts';

export interface PostOptions extends AddressGuard {
  readonly allowHttp: boolean;
  /** Certificates in PEM that are trusted in addition to those of Node. */
  readonly extraCa?: string | undefined;
  readonly connectMs: number;
}

export interface GuardedPost {
  /** POSTs once, over connections that are only for this owner. */
  post(owner: string, request: HttpRequest, limits: Limits): Promise<HttpResponse | NoHttpResponse>;
  /** Aborts running requests. */
  close(): Promise<void>;
}

/** POSTs to URLs that callers registered: https and public addresses only, unless configured otherwise. */
export function createGuardedPost(options: PostOptions): GuardedPost {
  const agents = createEndpointAgents({ ...options, extraCa: options.extraCa });
  const userAgent = `cardwright/${ownVersion()}`;
  return {
    async post(owner, request, limits) {
      if (!URL.canParse(request.url)) return refuse(DELIVERY_NOTES.urlInvalid);
      const url = new URL(request.url);
      const isAllowed = url.protocol === 'https:' || (options.allowHttp && url.protocol === 'http:');
      if (!isAllowed) return refuse(DELIVERY_NOTES.urlInsecure);
      const traceparent = spansNow()?.current();
      const headers = { ...request.headers, 'user-agent': userAgent, ...(traceparent && { traceparent }) };
      return exchange(agents.of(owner), url, { ...request, headers }, limits);
    },
    close: agents.close,
  };
}

function refuse(reason: string): NoHttpResponse {
  return { kind: 'unanswered', outcome: 'ADDRESS_REFUSED', reason };
}
