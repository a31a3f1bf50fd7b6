import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';
import { Agent, type Dispatcher } from 'undici';
import { type AddressGuard, guardedConnector } from './address-guard.ts';

/** Endpoints whose agents are kept. The connections of an agent close by themselves some seconds after their last use. */
const KEPT = 1_000;

export interface EndpointAgents {
  /** The endpoint's own: its connections wait for nobody else's. */
  of(endpoint: string): Dispatcher;
  /** Ends what is still under way; nothing is sent from then on. */
  close(): Promise<void>;
}

export interface AgentOptions extends AddressGuard {
  readonly connectMs: number;
  /** Certificates in PEM that are trusted beside those that Node brings. */
  readonly extraCa: string | undefined;
}

/** Made once: reading all root certificates takes longer than a handshake. */
export function trustedContext(extraCa: string | undefined): SecureContext {
  return createSecureContext(extraCa === undefined ? {} : { ca: [...rootCertificates, extraCa] });
}

export function createEndpointAgents(options: AgentOptions): EndpointAgents {
  const secureContext = trustedContext(options.extraCa);
  // one that is dropped finishes what it has under way
  const agents = new LRUCache<string, Agent>({ max: KEPT, dispose: (agent) => void agent.close() });
  return {
    of(endpoint) {
      const known = agents.get(endpoint);
      if (known !== undefined) return known;
      const connect = guardedConnector(options, { secureContext, timeout: options.connectMs });
      const agent = new Agent({ connect });
      agents.set(endpoint, agent);
      return agent;
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
