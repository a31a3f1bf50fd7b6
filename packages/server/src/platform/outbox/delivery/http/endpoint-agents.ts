import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { Agent, type Dispatcher } from 'undici';
import { type AddressGuard, guardedConnector } from '../address/address-guard.ts';

/** Maximum number of endpoints with an agent. An agent closes its idle connections after some seconds. */
const MAX_AGENTS = 1_000;

export interface EndpointAgents {
  /** Returns the agent of one endpoint, so that a slow endpoint does not block the connections of others. */
  of(endpoint: string): Dispatcher;
  /** Aborts running requests. Nothing can be sent afterwards. */
  close(): Promise<void>;
}

export interface AgentOptions extends AddressGuard {
  readonly connectMs: number;
  /** Certificates in PEM that are trusted in addition to those of Node. */
  readonly extraCa: string | undefined;
}

/** Built once: reading all root certificates takes longer than a handshake. */
export function trustedContext(extraCa: string | undefined): SecureContext {
  return createSecureContext(extraCa === undefined ? {} : { ca: [...rootCertificates, extraCa] });
}

export function createEndpointAgents(options: AgentOptions): EndpointAgents {
  const secureContext = trustedContext(options.extraCa);
  // an agent that is evicted finishes its running requests
  const agents = new LRUCache<string, Agent>({ max: MAX_AGENTS, dispose: (agent) => void agent.close() });
  return {
    of(endpoint) {
      const cached = agents.get(endpoint);
      if (cached !== undefined) return cached;
      const connect = guardedConnector(options, endpoint, { secureContext, timeout: options.connectMs });
      const agent = new Agent({ connect });
      agents.set(endpoint, agent);
      return agent;
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
