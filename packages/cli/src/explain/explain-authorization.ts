import type { LanguageCode } from '@cardwright/contract';
import { openClient } from '../connection/open-client.ts';
import type { SharedOptions } from '../connection/shared-options.ts';
import { print } from '../output/print.ts';
import { jsonLine } from '../output/show-json.ts';
import { printExplanation } from './print-explanation.ts';

interface ExplainOptions extends SharedOptions {
  readonly acquirer?: string;
  readonly stan?: string;
  readonly language: LanguageCode;
}

/** Prints the explanation of a stored decision. */
export async function explainAuthorization(rrn: string, options: ExplainOptions): Promise<void> {
  const client = await openClient(options);
  const stored = await client.authorizations.retrieve(rrn, {
    explain: options.language,
    ...(options.acquirer !== undefined && { acquiring_institution_code: options.acquirer }),
    ...(options.stan !== undefined && { system_trace_audit_number: options.stan }),
  });
  if (options.json) return print(jsonLine(stored));
  printExplanation(stored);
}
