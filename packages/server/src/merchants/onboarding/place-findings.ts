import type { Finding } from '@cardwright/contract';

/** Where in a request its merchants stand. */
const PLACE = /^payload\.applications\[(\d+)\](?:\.merchants\[(\d+)\])?/;

/** Both in the order of the document: what was read, and what was looked up, merchant by merchant. */
export function inOrderOfDocument(read: readonly Finding[], lookedUp: readonly Finding[]): Finding[] {
  const placed = [...read, ...lookedUp].map((finding) => {
    const [, application, merchant] = PLACE.exec(finding.path) ?? [];
    return { finding, application: Number(application ?? -1), merchant: Number(merchant ?? -1) };
  });
  placed.sort((one, other) => one.application - other.application || one.merchant - other.merchant);
  return placed.map(({ finding }) => finding);
}

/** Paths of merchants about which something was told. */
export function merchantsOf(findings: readonly Finding[]): ReadonlySet<string> {
  const paths = findings.map(({ path }) => PLACE.exec(path)).filter((match) => match?.[2] !== undefined);
  return new Set(paths.map((match) => match![0]));
}
