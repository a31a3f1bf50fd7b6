import { randomUUID } from 'node:crypto';
import { actionCodeOf } from '@cardwright/contract';
import type { Logger } from 'pino';
import {
  ALL_BANKS,
  createNetworkServer,
  type NetworkServer,
  type PeerMeter,
  readNetwork,
} from '../../issuing/iso8583/index.ts';
import { callerLog, findCaller } from '../../platform/access/index.ts';
import { writeAuditOnly } from '../../platform/audit/index.ts';
import { faultOf } from '../../platform/http/faults.ts';
import type { WorkerLink } from '../../platform/workers/worker-link.ts';
import { reachOf, readConfiguration } from '../configuration/configuration.ts';
import type { Settings } from '../configuration/settings.ts';
import { demoNetwork } from '../sandbox/index.ts';

interface Options {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly link?: WorkerLink;
}

type Deps = Omit<
  Parameters<typeof createNetworkServer>[1],
  'logger' | 'meter' | 'dials' | 'bankOf' | 'findCaller' | 'auditSignOn' | 'actionCodeOfFault'
> & {
  readonly metrics: { readonly networks: PeerMeter };
};

/** Prepares the ISO 8583 connections of the networks in the configuration file, and of the sandbox's network. */
export async function openNetworks({ settings, logger, link }: Options, deps: Deps): Promise<NetworkServer> {
  const { database, clock, metrics } = deps;
  const { networks, clients } = await readNetworks(settings);
  const deadlineMs = settings.CARDWRIGHT_AUTHORIZATION_DEADLINE_MS;
  const peers = [
    ...networks.map((network) => readNetwork(network, deadlineMs)),
    ...demoNetwork(settings).map((network) => ({ ...readNetwork(network, deadlineMs), orAnyPort: true })),
  ];
  return createNetworkServer(peers, {
    ...deps,
    logger,
    meter: metrics.networks,
    bankOf: (clientId) => clients.find((one) => one.client_id === clientId)?.bank_id ?? ALL_BANKS,
    dials: link?.part.runsPeriodicJobs ?? true,
    actionCodeOfFault: (error) => actionCodeOf(faultOf(error)),
    findCaller: async (clientId) => {
      const caller = await findCaller(database, clientId);
      return caller?.scopes.has('authorizations:write') ? caller : undefined;
    },
    auditSignOn: (caller, peer, event, fromAddress) =>
      writeAuditOnly(database, callerLog(caller), clock.now(), {
        actor: caller.clientId,
        operation: 'iso8583.sign-on',
        subject: `network:${peer}`,
        outcome: event,
        requestId: randomUUID(),
        fromAddress,
      }),
  });
}

async function readNetworks(settings: Settings) {
  const file = settings.CARDWRIGHT_CONFIG_FILE;
  if (file === undefined) return { networks: [], clients: [] };
  const { networks = [], oauth_clients: clients } = await readConfiguration(file, reachOf(settings));
  return { networks, clients };
}
