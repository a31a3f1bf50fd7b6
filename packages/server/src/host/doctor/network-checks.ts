import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readProducts } from '../../issuing/banks/index.ts';
import { type LiveReport, readReports } from '../../issuing/iso8583/index.ts';
import { reachOf, readConfiguration } from '../configuration/configuration.ts';
import type { Configuration } from '../configuration/configuration-schema.ts';
import { readLiveHolders } from '../keys/index.ts';
import { type Check, type CheckOutcome, type CheckSubject, failed, passed, warned } from './check.ts';

type Network = NonNullable<Configuration['networks']>[number];

const DAY_MS = 86_400_000;
/** The remaining days below which a certificate gets a warning. A network takes weeks to exchange one. */
const FEW_DAYS = 30;
const NONE = passed('no networks');

/** Checks the networks of the configuration file (docs/operate/networks.md). */
export const networkChecks: readonly Check[] = [
  { name: 'network connections', needs: 'schema', run: connections },
  { name: 'network certificates', needs: 'schema', run: certificates },
  { name: 'network BINs', needs: 'schema', run: bins },
];

async function readNetworks({ settings }: CheckSubject) {
  const path = settings.CARDWRIGHT_CONFIG_FILE;
  if (path === undefined) return { networks: [], clients: [] };
  const { networks = [], oauth_clients: clients } = await readConfiguration(path, reachOf(settings));
  return { networks, clients };
}

/** Checks the connections of networks. A process reports a network only after it listens for it or dials it. */
async function connections(subject: CheckSubject): Promise<readonly CheckOutcome[]> {
  const { networks } = await readNetworks(subject);
  if (networks.length === 0) return [NONE];
  if ((await readLiveHolders(subject.database)).length === 0) return [passed('not checked: no server runs')];
  const reports = await readReports(subject.database, undefined);
  return networks.map(({ name, direction, port }) => {
    const ofNetwork = reports.filter(({ network }) => network === name).map(({ report }) => report);
    const open = ofNetwork.reduce((sum, report) => sum + report.connections, 0);
    if (ofNetwork.length === 0 && direction === 'dial')
      return failed(`${name}: no server dials it; restart the servers`);
    if (ofNetwork.length === 0) return failed(`${name}: no server listens on port ${port}; restart the servers`);
    if (open === 0) return warned(`${name} is not connected since ${lastOf(ofNetwork.map(({ since }) => since))}`);
    return passed(`${name}: ${open === 1 ? '1 connection' : `${open} connections`}`);
  });
}

function lastOf(times: readonly string[]): string {
  return [...times].sort().at(-1) ?? '';
}

async function certificates(subject: CheckSubject): Promise<readonly CheckOutcome[]> {
  const { networks } = await readNetworks(subject);
  const reports = await readReports(subject.database, undefined);
  const ends = (await Promise.all(networks.map((network) => endsOf(network, reports)))).flat();
  if (ends.length === 0) return [networks.length === 0 ? NONE : passed('no network uses TLS')];
  return ends.map(({ what, at }) => {
    const days = Math.floor((at.getTime() - subject.systemNow().getTime()) / DAY_MS);
    if (days < 0) return failed(`${what} expired at ${at.toISOString()}`);
    const summary = `${what} expires in ${days === 1 ? '1 day' : `${days} days`}`;
    return days < FEW_DAYS ? warned(summary) : passed(summary);
  });
}

interface CertificateEnd {
  readonly what: string;
  readonly at: Date;
}

/** The expiry of the certificates in the files, and of the one that the network presented to a running server. */
async function endsOf({ name, tls }: Network, reports: readonly LiveReport[]): Promise<CertificateEnd[]> {
  const files = [
    [`${name}: the certificate in ${tls?.cert_file}`, tls?.cert_file],
    [`${name}: an authority in ${tls?.ca_file}`, tls?.ca_file],
  ] as const;
  const ends: CertificateEnd[] = [];
  for (const [what, file] of files) {
    if (file === undefined) continue;
    const texts = (await readFile(file, 'utf8')).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    ends.push(...(texts ?? []).map((text) => ({ what, at: new Date(new X509Certificate(text).validTo) })));
  }
  const presented = reports.flatMap(({ network, report: { certificate_expires_at: at } }) =>
    network === name && at !== null ? [new Date(at)] : [],
  );
  const first = presented.sort((one, other) => one.getTime() - other.getTime())[0];
  if (first !== undefined) ends.push({ what: `${name}: the certificate of the network`, at: first });
  return ends;
}

/** Finds BINs that no product uses, so that every card of them is declined as unknown. */
async function bins(subject: CheckSubject): Promise<readonly CheckOutcome[]> {
  const { networks, clients } = await readNetworks(subject);
  if (networks.length === 0) return [NONE];
  const products = await readProducts(subject.database);
  const outcomes = networks.flatMap(({ name, client_id: clientId, bins: list = [] }) => {
    const bankId = clients.find((client) => client.client_id === clientId)?.bank_id;
    const reached = products.filter((product) => bankId === undefined || product.bank_id === bankId);
    const isUsed = (bin: string) =>
      reached.some((product) => product.bin.startsWith(bin) || bin.startsWith(product.bin));
    const unused = list.filter((bin) => !isUsed(bin));
    return unused.length === 0 ? [] : [warned(`${name}: no product has the BIN ${unused.join(', ')}`)];
  });
  return outcomes.length > 0 ? outcomes : [passed('each BIN of a network has a product')];
}
