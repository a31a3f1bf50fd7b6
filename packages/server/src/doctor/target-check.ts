import { createProbe, hostOf, readTrustedCertificates, urlProblem } from '../outbox/index.ts';
import { type Found, failed, passed, type Subject, warned } from './check.ts';

const DAY_MS = 86_400_000;
/** Certificates are renewed a month before their end, as a rule. */
const FEW_DAYS = 14;
const AT_ONCE = 8;

/** Where something is sent to. */
export interface Target {
  readonly name: string;
  readonly url: string;
}

export type LookAtTarget = (target: Target) => Promise<Found>;

/** Looks at a target as the mode would: its address, whether it is reached, and its certificate. Nothing is sent to it. */
export async function createLookAtTarget({ settings, systemNow }: Subject): Promise<LookAtTarget> {
  const isSandbox = settings.CARDWRIGHT_MODE === 'sandbox';
  // a file that cannot be read is told by a check of its own
  const extraCa = await readTrustedCertificates(settings.CARDWRIGHT_WEBHOOK_CA_FILE).catch(() => undefined);
  const probe = createProbe({ allowPrivateAddresses: isSandbox, extraCa });
  return async ({ name, url }) => {
    const host = hostOf(url);
    const problem = urlProblem(url, { allowHttp: isSandbox, allowPrivateAddresses: isSandbox });
    if (problem !== undefined) return failed(`${host}: the URL ${problem}`, name);
    const probed = await probe(url);
    if (!probed.isReached) return failed(`${host}: ${probed.reason}`, name);
    if (probed.certificateUntil === undefined) return passed(`${host} answers, without TLS`, name);
    const days = Math.floor((probed.certificateUntil.getTime() - systemNow().getTime()) / DAY_MS);
    if (days < 0) return failed(`${host}: the certificate has expired`, name);
    return (days < FEW_DAYS ? warned : passed)(`${host} answers, its certificate is good for ${days} days`, name);
  };
}

/** A few at a time: each may take until it is given up. */
export async function lookAtEach<T>(targets: readonly T[], look: (target: T) => Promise<Found>): Promise<Found[]> {
  const found: Found[][] = [];
  for (let at = 0; at < targets.length; at += AT_ONCE) {
    found.push(await Promise.all(targets.slice(at, at + AT_ONCE).map(look)));
  }
  return found.flat();
}
