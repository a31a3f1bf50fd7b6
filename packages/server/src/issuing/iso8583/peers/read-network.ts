import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { BUILT_IN_NAMES, Codec, loadSpecification, SPECIFICATIONS, type Specification } from '@cardwright/iso8583';
import { DIALECT_1987 } from '../mapping/dialect.ts';
import { createDialect1993 } from '../mapping/iso1993/dialect-1993.ts';
import {
  MAX_CONNECTIONS,
  MAX_ECHO_SECONDS,
  MAX_IN_FLIGHT,
  type NetworkConfiguration,
} from './network-configuration.ts';
import type { NetworkPeer } from './network-peer.ts';
import { dialTlsOptions, serverTlsOptions } from './peer-tls.ts';

const DEFAULT_SPECIFICATION = 'iso1987-ascii';
const LEAST_DEADLINE_MS = 50;
/** The fields that the server writes itself, by version. It repeats all others, so the specification has them. */
const WRITTEN_FIELDS = { 0: [7, 11, 15, 38, 39, 44, 70], 1: [7, 11, 12, 15, 24, 38, 39, 44] } as const;
const NETWORK_CODES = { 0: /^[0-9A-Za-z]{2}$/, 1: /^\d{3}$/ } as const;

/** The settings of the server that the configuration of a network must fit. */
export interface NetworkReach {
  /** The deadline of an authorization. */
  readonly deadlineMs: number;
  readonly clients: readonly {
    readonly client_id: string;
    readonly kind: string;
    readonly scopes: readonly string[];
  }[];
}

/** Returns every problem of networks that fit their schema. */
export function findNetworkProblems(networks: readonly NetworkConfiguration[], reach: NetworkReach): string[] {
  return networks.flatMap((network, at) => {
    const others = networks.slice(0, at);
    return problemsOf(network, others, reach).map((problem) => `networks[${at}].${problem}`);
  });
}

function problemsOf(
  network: NetworkConfiguration,
  others: readonly NetworkConfiguration[],
  reach: NetworkReach,
): string[] {
  const { name, direction, host, port, client_id: clientId, response_codes: codes = [] } = network;
  const client = reach.clients.find((one) => one.client_id === clientId);
  const isBound = (one: NetworkConfiguration) =>
    one.direction === 'listen' && one.port === port && (one.host ?? LOOPBACK) === (host ?? LOOPBACK);
  const wrong: (string | false)[] = [
    !/^[a-z0-9][a-z0-9-]*$/.test(name) && 'name must be lower-case letters, digits and hyphens',
    others.some((one) => one.name === name) && 'name appears twice',
    client === undefined && 'client_id is not one of oauth_clients',
    client !== undefined && client.kind === 'acquirer' && 'client_id must be a client of kind network or bank',
    client !== undefined &&
      !client.scopes.includes('authorizations:write') &&
      'client_id lacks the scope authorizations:write',
    direction === 'dial' && host === undefined && 'host is missing: it names the peer to dial',
    Number(port) > 65_535 && 'port must be at most 65535',
    direction === 'dial' && Number(port) === 0 && 'port must be at least 1',
    direction === 'listen' && Number(port) !== 0 && others.some(isBound) && 'port appears twice',
    outside(network.connections, 1, MAX_CONNECTIONS) && `connections must be 1 to ${MAX_CONNECTIONS}`,
    outside(network.in_flight, 1, MAX_IN_FLIGHT) && `in_flight must be 1 to ${MAX_IN_FLIGHT}`,
    outside(network.echo_seconds, 0, MAX_ECHO_SECONDS) && `echo_seconds must be 0 to ${MAX_ECHO_SECONDS}`,
    outside(network.deadline_ms, LEAST_DEADLINE_MS, reach.deadlineMs) &&
      `deadline_ms must be ${LEAST_DEADLINE_MS} to ${reach.deadlineMs}, which is CARDWRIGHT_AUTHORIZATION_DEADLINE_MS`,
    codes.some(({ code }, at) => codes.findIndex((one) => one.code === code) < at) && 'response_codes has a code twice',
  ];
  return [
    ...wrong.filter((problem) => problem !== false),
    ...problemOf(() => readAddresses(network), 'addresses'),
    ...problemOf(() => readSpecification(network), 'specification'),
    ...problemOf(() => checkNetworkCodes(network), 'response_codes'),
    ...problemOf(() => checkTls(network), 'tls'),
  ];
}

function outside(value: unknown, least: number, most: number): boolean {
  return value !== undefined && (Number(value) < least || Number(value) > most);
}

function problemOf(read: () => unknown, member: string): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [`${member} ${(error as Error).message.replaceAll('\n', ' ')}`];
  }
}

const LOOPBACK = '127.0.0.1';
const USUAL = { connections: 8, inFlight: 256, echoSeconds: 30 };

/** The peer of a configuration without problems. Throws if one of its files has become invalid. */
export function readNetwork(network: NetworkConfiguration, deadlineMs: number): NetworkPeer {
  const { name, direction, host = LOOPBACK, framing, tls } = network;
  const specification = readSpecification(network);
  const is1993 = specification.version === '1';
  const codes = Object.fromEntries((network.response_codes ?? []).map((one) => [one.code, one.network_code]));
  const number = (value: unknown, absent: number) => (value === undefined ? absent : Number(value));
  return {
    name,
    clientId: network.client_id,
    bins: network.bins,
    direction,
    host,
    port: Number(network.port),
    orAnyPort: false,
    framing: { length: framing?.length ?? '2-byte', hasTpdu: framing?.tpdu ?? false },
    codec: new Codec(specification),
    dialect: is1993 ? createDialect1993(codes) : DIALECT_1987,
    tls: tls && { certFile: tls.cert_file, keyFile: tls.key_file, caFile: tls.ca_file },
    addresses: readAddresses(network),
    connections: number(network.connections, direction === 'dial' ? 1 : USUAL.connections),
    inFlight: number(network.in_flight, USUAL.inFlight),
    echoMs: number(network.echo_seconds, USUAL.echoSeconds) * 1_000,
    deadlineMs: number(network.deadline_ms, deadlineMs),
    signsOn: network.sign_on ?? direction === 'dial',
    codes: is1993 ? {} : codes,
  };
}

function readSpecification({ specification = DEFAULT_SPECIFICATION }: NetworkConfiguration): Specification {
  const builtIn = BUILT_IN_NAMES.find((name) => name === specification);
  const read = builtIn === undefined ? loadSpecification(readJson(specification)) : SPECIFICATIONS[builtIn];
  const missing = WRITTEN_FIELDS[read.version].find((field) => read.fields[field] === undefined);
  if (missing !== undefined) throw new Error(`lacks field ${missing}`);
  return read;
}

/** Throws for a wrong code. An invalid specification is reported separately. */
function checkNetworkCodes(network: NetworkConfiguration): void {
  const isOf = (version: '0' | '1') =>
    (network.response_codes ?? []).every(({ network_code: code }) => NETWORK_CODES[version].test(code));
  if (problemOf(() => readSpecification(network), '').length > 0) return;
  const { version } = readSpecification(network);
  if (isOf(version)) return;
  throw new Error(`has a network_code that is not ${version === '0' ? 'two digits or letters' : 'three digits'}`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`cannot be read from ${file}: ${(error as Error).message}`);
  }
}

function readAddresses({ addresses }: NetworkConfiguration): BlockList | undefined {
  if (addresses === undefined) return undefined;
  const blockList = new BlockList();
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    if (family === 0) throw new Error(`has ${entry}, which is not an address or a subnet`);
    const type = family === 6 ? 'ipv6' : 'ipv4';
    const most = family === 6 ? 128 : 32;
    if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) {
      throw new Error(`has ${entry}, whose subnet is not 0 to ${most} bits long`);
    }
    blockList.addSubnet(address, Number(bits ?? most), type);
  }
  return blockList;
}

function checkTls(network: NetworkConfiguration): void {
  const { direction, tls } = network;
  if (tls === undefined) return;
  const hasPair = tls.cert_file !== undefined && tls.key_file !== undefined;
  if ((tls.cert_file === undefined) !== (tls.key_file === undefined))
    throw new Error('needs both cert_file and key_file');
  if (direction === 'listen' && !hasPair) throw new Error('needs cert_file and key_file to listen');
  const peer = {
    host: network.host ?? LOOPBACK,
    port: 0,
    tls: { certFile: tls.cert_file, keyFile: tls.key_file, caFile: tls.ca_file },
  };
  const options = direction === 'listen' ? serverTlsOptions(peer) : dialTlsOptions(peer);
  createSecureContext(options);
}
