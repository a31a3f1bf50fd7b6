import {
  createHostResolver,
  createProbe,
  hostOf,
  readTrustedCertificates,
  urlProblem,
} from '../../platform/outbox/index.ts';
import { type CheckOutcome, type CheckSubject, failed, passed, warned } from './check.ts';

const DAY_MS = 86_400_000;
/**
 * The number of remaining days below which a certificate gets a warning. Certificates are usually renewed a month
 * before expiry.
 */
const FEW_DAYS = 14;
const AT_ONCE = 8;

/** A URL to which the server sends requests. */
export interface Target {
  readonly name: string;
  readonly url: string;
}

export type ProbeTarget = (target: Target) => Promise<CheckOutcome>;

/** Checks a target by the rules of the mode: its address, its reachability and its certificate. Sends no request. */
export async function createProbeTarget({ settings, systemNow }: CheckSubject): Promise<ProbeTarget> {
  const isSandbox = settings.CARDWRIGHT_MODE === 'sandbox';
  // another check reports an unreadable file
  const extraCa = await readTrustedCertificates(settings.CARDWRIGHT_WEBHOOK_CA_FILE).catch(() => undefined);
  const hosts = createHostResolver({ nameServers: settings.CARDWRIGHT_NAME_SERVERS });
  const probe = createProbe({ allowPrivateAddresses: isSandbox, hosts, extraCa });
  return async ({ name, url }) => {
    const host = hostOf(url);
    const problem = urlProblem(url, { allowHttp: isSandbox, allowPrivateAddresses: isSandbox });
    if (problem !== undefined) return failed(`${host}: the URL ${problem}`, name);
    const probed = await probe(url);
    if (!probed.isReached) return failed(`${host}: ${probed.reason}`, name);
    if (probed.certificateUntil === undefined) return passed(`${host} responds, without TLS`, name);
    const days = Math.floor((probed.certificateUntil.getTime() - systemNow().getTime()) / DAY_MS);
    if (days < 0) return failed(`${host}: the certificate has expired`, name);
    return (days < FEW_DAYS ? warned : passed)(`${host} responds; its certificate expires in ${days} days`, name);
  };
}

/** Probes a few targets at a time, because each probe may take until its timeout. */
export async function probeEach<T>(
  targets: readonly T[],
  look: (target: T) => Promise<CheckOutcome>,
): Promise<CheckOutcome[]> {
  const outcomes: CheckOutcome[][] = [];
  for (let at = 0; at < targets.length; at += AT_ONCE) {
    outcomes.push(await Promise.all(targets.slice(at, at + AT_ONCE).map(look)));
  }
  return outcomes.flat();
}
