import { CardwrightError } from '@cardwright/sdk/browser';

/** What the server found at a field of a merchant. */
export interface FieldFinding {
  /** The position of the merchant in the request. */
  readonly merchant: number;
  /** Path within the merchant; empty for the merchant itself. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

const PLACE = /^payload\.applications\[0\]\.merchants\[(\d+)\]\.?/;

/** Returns the findings of a refused onboarding request at merchants, or undefined if it failed for another reason. */
export function merchantFindings(error: unknown): readonly FieldFinding[] | undefined {
  if (!(error instanceof CardwrightError)) return undefined;
  const fieldFindings = error.findings.flatMap(({ path, code, message }) => {
    const place = PLACE.exec(path);
    return place === null ? [] : [{ merchant: Number(place[1]), path: path.slice(place[0].length), code, message }];
  });
  return fieldFindings.length === 0 ? undefined : fieldFindings;
}
