import type { Finding } from '@cardwright/contract';

/** Matches the position of a merchant in a request at the start of a finding's path. */
const PLACE = /^payload\.applications\[(\d+)\](?:\.merchants\[(\d+)\])?/;

/** Merges the findings of the request and those from stored records, in the order of the document. */
export function sortByDocumentOrder(read: readonly Finding[], lookupFindings: readonly Finding[]): Finding[] {
  const positioned = [...read, ...lookupFindings].map((finding) => {
    const [, application, merchant] = PLACE.exec(finding.path) ?? [];
    return { finding, application: Number(application ?? -1), merchant: Number(merchant ?? -1) };
  });
  positioned.sort((one, other) => one.application - other.application || one.merchant - other.merchant);
  return positioned.map(({ finding }) => finding);
}

/** Returns the paths of the merchants that have a finding. */
export function merchantPathsOf(findings: readonly Finding[]): ReadonlySet<string> {
  const paths = findings.map(({ path }) => PLACE.exec(path)).filter((match) => match?.[2] !== undefined);
  return new Set(paths.map((match) => match![0]));
}
